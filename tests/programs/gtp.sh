#!/bin/sh
# Speaks GTP on a small board of Havannah: it plays the first free cell of a list. It has no limits of time, and answers
# with two lines where others answer with one.
all='a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4 d5 e3 e4 e5'
free=$all
take() {
  left=
  for cell in $free; do [ "$cell" = "$1" ] || left="$left $cell"; done
  free=$left
}
while read -r command colour cell; do
  case $command in
  quit)
    printf '=\n\n'
    exit 0
    ;;
  boardsize) if [ "$colour" = 3 ]; then printf '=\n\n'; else printf '? no such board\n\n'; fi ;;
  clear_board)
    free=$all
    printf '=\n\n'
    ;;
  play)
    take "$cell"
    printf '= \n\n'
    ;;
  genmove)
    set -- $free
    take "$1"
    printf '= %s\nthe first free cell\n\n' "$(printf '%s' "$1" | tr a-z A-Z)"
    ;;
  *) printf '? unknown command\n\n' ;;
  esac
done
