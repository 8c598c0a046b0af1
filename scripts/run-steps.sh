#!/usr/bin/env bash
# Runs make targets and ends with what became of each:
#   scripts/run-steps.sh 'TARGET ...' 'TARGET ... | TARGET ...'
# Stages come one after the other. In a stage, what `|` separates runs side by side, and a step is shown when it has ended.
# Goes on after a failure, to tell them all in one run; FAIL_FAST=1 starts nothing after the first.
set -uo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'echo; echo "interrupted"; exit 130' INT TERM

# One step after the other. What each did goes to $out/summary.
lane() {
  local step start word
  for step in "$@"; do
    if [ -e "$out/failed" ] && [ -n "${FAIL_FAST:-}" ]; then
      echo "skipped           $step" >>"$out/summary"
      continue
    fi
    start=$SECONDS word=passed
    if [ -n "$beside" ]; then
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
  beside=
  if [ ${#lanes[@]} -gt 1 ]; then beside=yes && printf '\n==> side by side: %s\n' "$stage"; fi
  for steps in "${lanes[@]}"; do
    # shellcheck disable=SC2086 # words are steps
    if [ -n "$beside" ]; then lane $steps & else lane $steps; fi
  done
  wait
done

# A log that is cut keeps its end, so what failed is told once more.
if [ -e "$out/failed" ]; then
  while read -r step; do
    printf '\n==> the end of %s, which failed\n' "$step"
    tail -n 15 "$out/$step" | cut -c1-400
  done <"$out/failed"
fi
printf '\n==> summary, %d s in all\n' "$SECONDS"
cat "$out/summary"
count() { grep -c "^$1" "$out/summary"; }
echo "steps: $(count passed) passed, $(count FAILED) failed, $(count skipped) skipped"
[ ! -e "$out/failed" ]
