#!/bin/sh
# FenceMaster: plays in the row where it has most stones, to fill it from edge to edge. Uses only sed and awk.

# Prints the strings of a list in a line of JSON: list NAME LINE.
list() {
  printf '%s\n' "$2" | sed 's/.*"'"$1"'":\[\([^]]*\)\].*/\1/; s/","/ /g; s/"//g'
}

while IFS= read -r line; do
  case $line in
  *'"do":"quit"'*)
    echo '{"ok":true}'
    exit 0
    ;;
  *'"do":"think"'*)
    seat=$(printf '%s\n' "$line" | sed 's/.*"seat":\([0-9]\).*/\1/')
    # Moves are row,column. Every second move of the history is ours.
    { list history "$line"; list legal_moves "$line"; } | awk -v seat="$seat" '
      NR == 1 { for (i = seat + 1; i <= NF; i += 2) { split($i, at, ","); mine[at[1]]++ } }
      NR == 2 {
        for (i = 1; i <= NF; i++) {
          split($i, at, ",")
          score = $i == "swap" ? -1 : mine[at[1]] + 0
          if (i == 1 || score > most) { most = score; best = $i }
        }
        printf "{\"ok\":true,\"thought\":{\"choice\":\"%s\",\"candidates\":", best
        printf "[{\"move\":\"%s\",\"score\":%d,\"terms\":{\"row\":%d}}],", best, most, most
        printf "\"why\":\"its row has %d of my stones\"}}\n", most
      }'
    ;;
  *) echo '{"ok":true}' ;;
  esac
done
