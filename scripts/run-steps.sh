#!/usr/bin/env bash
# Runs make targets one after the other and ends with what became of each:
#   scripts/run-steps.sh TARGET...
# Goes on after a failure, to tell them all in one run; FAIL_FAST=1 stops at the first.
set -uo pipefail
cd "$(dirname "$0")/.."
trap 'echo; echo "interrupted"; exit 130' INT TERM

passed=0 failed=0 skipped=0 lines=()
for step in "$@"; do
  if [ "$failed" -gt 0 ] && [ -n "${FAIL_FAST:-}" ]; then
    skipped=$((skipped + 1))
    lines+=("skipped           $step")
    continue
  fi
  printf '\n==> %s\n' "$step"
  start=$SECONDS
  if "${MAKE:-make}" --no-print-directory "$step"; then
    passed=$((passed + 1)) word=passed
  else
    failed=$((failed + 1)) word=FAILED
  fi
  lines+=("$(printf '%-8s %5d s   %s' "$word" $((SECONDS - start)) "$step")")
done

printf '\n==> summary, %d s in all\n' "$SECONDS"
printf '%s\n' "${lines[@]}"
echo "steps: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
