#!/bin/sh
# A program that does wrong in the way that its first argument names, at its second decision. A file named
# by its second argument gets the number of a child that it leaves behind.
decisions=0
if [ -n "$2" ]; then
  sleep 1000 &
  echo $! >"$2"
fi
[ "$1" = late ] && sleep 1
while IFS= read -r line; do
  case $line in
  *'"do":"quit"'*) [ "$1" = stays ] && sleep 1000; exit 0 ;;
  *'"do":"think"'*)
    decisions=$((decisions + 1))
    choice=$(printf '%s\n' "$line" | sed 's/.*"legal_moves":\["\([^"]*\)".*/\1/')
    if [ $decisions -eq 2 ]; then
      case $1 in
      crash) echo "Traceback: my bot is broken" >&2; exit 3 ;;
      hang) sleep 1000 ;;
      flood)
        echo "{\"ok\":true,\"thought\":{\"choice\":\"$choice\"}}"
        while :; do echo '{"ok":true}'; done
        ;;
      garbage) echo 'hello, world'; continue ;;
      binary) printf '\377\376\n'; continue ;;
      illegal) choice=z99 ;;
      sums) echo "{\"ok\":true,\"thought\":{\"choice\":\"$choice\",\"candidates\":[{\"move\":\"$choice\",\"score\":5,\"terms\":{\"a\":2,\"b\":2}}]}}"; continue ;;
      unlisted) echo "{\"ok\":true,\"thought\":{\"choice\":\"$choice\",\"candidates\":[{\"move\":\"z99\",\"score\":5}]}}"; continue ;;
      shout) i=0; while [ $i -lt 5000 ]; do echo "noise $i" >&2; i=$((i + 1)); done ;;
      esac
    fi
    echo "{\"ok\":true,\"thought\":{\"choice\":\"$choice\"}}"
    ;;
  *) echo '{"ok":true}' ;;
  esac
done
