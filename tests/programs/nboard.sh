#!/bin/sh
# Speaks the protocol of NBoard: it plays a known game, whose moves it counts in the game that it receives.
line='F5 D6 C3 D3 C4 F4 C5 B3 C2 E3'
played=0
while IFS= read -r command; do
  case $command in
  'nboard 2') echo 'set myname first' ;;
  'set game '*) played=$(printf '%s' "${command#*BO}" | tr -cd '[' | wc -c) ;;
  'ping '*) echo "pong ${command#ping }" ;;
  go)
    echo 'status thinking'
    # The board itself has a bracket too.
    set -- $line
    shift $((played - 1))
    echo "=== $1/0.5/0.1"
    echo 'status'
    ;;
  quit) exit 0 ;;
  esac
done
