#!/bin/sh
# Ends what the supervisor started when the supervisor is gone, however it went (also by kill -9).
# Reads "add GROUP" and "remove GROUP" lines; the end of the input is the end of the supervisor, because the pipe closes
# with it. A separate process, since nothing can run in a killed one; a shell, since one is on every system and small.
trap '' INT TERM HUP
groups=' '
while read -r verb group; do
  case "$verb" in
    add) groups="$groups$group " ;;
    remove)
      case "$groups" in
        *" $group "*) groups="${groups%% "$group" *} ${groups#* "$group" }" ;;
      esac
      ;;
  esac
done

left() {
  for group in $groups; do
    kill -s 0 -- "-$group" 2>/dev/null && return 0
  done
  return 1
}

for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
tries=0
while left && [ "$tries" -lt 40 ]; do
  sleep 0.2
  tries=$((tries + 1))
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
exit 0
