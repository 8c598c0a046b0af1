#!/usr/bin/env bash
# Runs make targets and prints a summary of the results:
#   scripts/run-steps.sh 'TARGET ...' 'TARGET ... | TARGET ...'
# Each argument is a stage; stages run one after the other. `|` separates lanes, which run in parallel: the output of a step
# is then shown when the step has ended. Continues after a failure, so that one run reports all of them; FAIL_FAST=1 starts
# no step after the first failure.
set -uo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'echo; echo "interrupted"; exit 130' INT TERM

# Runs steps one after the other, and appends the result of each to $out/summary.
lane() {
  local step start word
  for step in "$@"; do
    if [ -e "$out/failed" ] && [ -n "${FAIL_FAST:-}" ]; then
      echo "skipped           $step" >>"$out/summary"
      continue
    fi
    start=$SECONDS word=passed
    if [ -n "$parallel" ]; then
      "${MAKE:-make}" --no-print-directory "$step" >"$out/$step" 2>&1 || word=FAILED
      until mkdir "$out/lock" 2>/dev/null; do sleep 0.1; done
      printf '\n==> %s\n' "$step"
      cat "$out/$step"
      rmdir "$out/lock"
    else
      printf '\n==> %s\n' "$step"
      "${MAKE:-make}" --no-print-directory "$step" 2>&1 | tee "$out/$step" || word=FAILED
    fi
    if [ $word = FAILED ]; then echo "$step" >>"$out/failed"; fi
    printf '%-8s %5d s   %s\n' $word $((SECONDS - start)) "$step" >>"$out/summary"
  done
}

for stage in "$@"; do
  IFS='|' read -ra lanes <<<"$stage"
  parallel=
  if [ ${#lanes[@]} -gt 1 ]; then parallel=yes && printf '\n==> in parallel: %s\n' "$stage"; fi
  for steps in "${lanes[@]}"; do
    # shellcheck disable=SC2086 # split into steps on purpose
    if [ -n "$parallel" ]; then lane $steps & else lane $steps; fi
  done
  wait
done

# A truncated log keeps only its end, so the output of failed steps is repeated here.
if [ -e "$out/failed" ]; then
  while read -r step; do
    printf '\n==> last lines of %s, which failed\n' "$step"
    tail -n 15 "$out/$step" | cut -c1-400
  done <"$out/failed"
fi
printf '\n==> summary, %d s in all\n' "$SECONDS"
cat "$out/summary"
count() { grep -c "^$1" "$out/summary"; }
echo "steps: $(count passed) passed, $(count FAILED) failed, $(count skipped) skipped"
[ ! -e "$out/failed" ]
