#!/usr/bin/env bash
# Builds and tries the wheel in an image of PyPA (manylinux_2_28 or musllinux_1_2), whose C library is the oldest that the
# wheel may need. Needs the page in dist/.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$HOME/.cargo/bin:/opt/python/cp312-cp312/bin:$PATH"
curl --proto '=https' --tlsv1.2 -fsS https://sh.rustup.rs | sh -s -- -y --profile minimal --default-toolchain none
pip install --quiet maturin==1.16.0
make wheel
# auditwheel fails if the module or the command needs a newer C library than the image has.
auditwheel show target/wheels/*.whl | tee /dev/stderr | grep -q "$AUDITWHEEL_PLAT"
python -m venv /tmp/try
/tmp/try/bin/pip install --quiet --no-deps target/wheels/*.whl
/tmp/try/bin/totora --version
/tmp/try/bin/python -c "import totora; print(totora.Game('uros').start().think('balanced').choice)"
