#!/bin/sh
# Ends the process groups of the supervisor when the supervisor has exited, also after kill -9.
# Reads "add GROUP" and "remove GROUP" lines. The end of input means that the supervisor has exited, because the pipe closes
# with it. A separate process because a killed process runs no cleanup; a shell script because every system has a small shell.
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

is_running() {
  for group in $groups; do
    kill -s 0 -- "-$group" 2>/dev/null && return 0
  done
  return 1
}

for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
attempts=0
while is_running && [ "$attempts" -lt 40 ]; do
  sleep 0.2
  attempts=$((attempts + 1))
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
exit 0
