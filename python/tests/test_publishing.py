"""Release files: versions, workflows, release notes and the container file, as far as they can be tested without publishing."""

import json
import re
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import totora
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
VERSION: str = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]


def read(name: str) -> str:
    return (ROOT / name).read_text()


def test_every_version_matches_cargo_toml() -> None:
    assert totora.__version__ == metadata.version("totora") == VERSION
    assert json.loads(read("package.json"))["version"] == VERSION
    lock = json.loads(read("package-lock.json"))
    assert (lock["version"], lock["packages"][""]["version"]) == (VERSION, VERSION)
    manifest = tomllib.loads(read("Cargo.toml"))
    own = {**manifest["dependencies"], **manifest["workspace"]["dependencies"]}
    own = {name: version for name, version in own.items() if "path" in version}
    assert len(own) > 6
    assert {name: version["version"] for name, version in own.items()} == dict.fromkeys(own, VERSION)
    crates = [package for package in tomllib.loads(read("Cargo.lock"))["package"] if "source" not in package]
    ours = {package["name"]: package["version"] for package in crates if package["name"].startswith("totora")}
    ours.pop("totora-fuzz")
    assert ours == dict.fromkeys(ours, VERSION)


def test_the_files_for_github_match_their_schemas() -> None:
    checker = ["check-jsonschema", "--builtin-schema", "vendor.dependabot", str(ROOT / ".github/dependabot.yml")]
    result = subprocess.run(checker, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    for form in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        assert yaml.safe_load(form.read_text()), form


def test_workflows_match_the_schema() -> None:
    assert len(WORKFLOWS) == 3
    checker = ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *map(str, WORKFLOWS)]
    result = subprocess.run(checker, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_run_existing_targets(path: Path) -> None:
    workflow: dict[str, Any] = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {"contents": "read"}
    targets = set(re.findall(r"^([a-z][a-z-]*):", read("Makefile"), re.M))
    for job in workflow["jobs"].values():
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(workflow["jobs"])
        for step in job["steps"]:
            if "uses" in step:
                assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"]), "actions must be pinned to a commit"
            for target in re.findall(r"\bmake (?:--\S+ )?([a-z][a-z-]*)", step.get("run", "")):
                assert target in targets, f"{path.name}: make {target}"


def test_maturin_has_one_version() -> None:
    found = re.findall(r"maturin==([\d.]+)", "".join(map(read, ["python/requirements.txt", "python/pyproject.toml", "docs/how-to/python.md", ".github/workflows/release.yml", "scripts/build-wheel-in-image.sh"])))
    assert len(found) >= 5 and len(set(found)) == 1


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_release_notes_are_the_changelog_of_the_version() -> None:
    def notes(version: str) -> subprocess.CompletedProcess[str]:
        command = ["node", str(ROOT / "scripts/release-notes.mjs"), version]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    unreleased = notes("Unreleased")
    assert unreleased.returncode == 0 and unreleased.stdout in read("CHANGELOG.md")
    wrong = notes("v99.0.0")
    assert wrong.returncode == 2 and "has no section `99.0.0`" in wrong.stderr


def test_the_addresses_are_those_of_cargo_toml() -> None:
    readme = read("README.md")
    (site,) = re.findall(r"^\[site\]: (\S+)", readme, re.M)
    package = tomllib.loads(read("Cargo.toml"))["workspace"]["package"]
    citation = yaml.safe_load(read("CITATION.cff"))
    assert site == citation["url"] == package["homepage"]
    assert (citation["repository-code"], citation["version"]) == (package["repository"], VERSION)
    installed = "".join(metadata.metadata("totora").get_all("Project-URL") or [])
    assert all(package[key] in installed for key in ("homepage", "repository", "documentation"))
    for manifest in [ROOT / "Cargo.toml", *ROOT.glob("src/**/Cargo.toml"), ROOT / "python/Cargo.toml"]:
        crate = tomllib.loads(manifest.read_text())["package"]
        assert all(crate[key] == {"workspace": True} for key in ("homepage", "repository", "documentation")), manifest
    first_screen = readme.split("## What you can do")[0]
    assert "make play" in first_screen and "make test" in first_screen
    assert "not published yet" in readme.split("pip install totora")[0]


def test_the_container_copies_existing_files_and_sends_the_documented_headers() -> None:
    lines = [line.split(maxsplit=1) for line in read("deploy/Containerfile").splitlines() if line and line[0] not in "# "]
    instructions = [name for name, _ in lines]
    assert instructions[0] == "FROM" and instructions.count("FROM") == 1
    assert set(instructions) <= {"FROM", "COPY", "USER", "EXPOSE", "HEALTHCHECK"}
    values = {name: words for name, words in lines}
    assert re.fullmatch(r"[\w/-]+:[\d.]+-\w+", values["FROM"]) and values["USER"] != "root" and values["EXPOSE"] == "8080"
    included = read("deploy/Containerfile.dockerignore").split()
    for name, words in lines:
        if name == "COPY":
            source = words.split()[0]
            assert source == "dist" or (ROOT / source).is_file()
            assert f"!{source.split('/')[0]}" in included
    documented = re.findall(r"^([A-Z][\w-]+): (.+)$", read("docs/how-to/deploy.md").split("## Headers")[1].split("The policy is")[0], re.M)
    served = dict(re.findall(r'^add_header ([\w-]+) "(.*)" always;$', read("deploy/headers.conf"), re.M))
    expected = {name: value.replace("frame-ancestors 'self'", "frame-ancestors $totora_frames") for name, value in documented}
    # For HTTPS only, which a proxy in front of this server handles.
    del expected["Strict-Transport-Security"]
    assert served == expected and len(served) == 5
