/**
 * Shell script that sets limits on itself (`$1` memory, `$2` processor time, `$3` file size) and then executes
 * the command that follows, so that the process id is the command's.
 */
export const LIMIT =
  'ulimit -d "$1" 2>/dev/null; ulimit -t "$2"; ulimit -f "$3"; ulimit -c 0; shift 3; exec "$@"';

/**
 * Shell script that takes the network and files away from the command, each as far as the system permits. `$1`
 * is HIDE; its four arguments follow, then the command. Each step is first tried with a command that does
 * nothing: a worker without a sandbox is better than none, as an announcement may wait for it. TOCSIN_SANDBOX
 * says what was reached.
 */
export const RESTRICT = `hide=$1; shift
bare='setpriv --no-new-privs --'
all='unshare -U -m -n -c --keep-caps --'
can() { "$@" </dev/null >/dev/null 2>&1; }
export TOCSIN_SANDBOX=files
if can $bare $all true; then exec $bare $all /bin/sh -c "$hide" sh "$@"; fi
shift 5
TOCSIN_SANDBOX=network
if can $bare unshare -U -n -- true; then exec $bare unshare -U -n -- "$@"; fi
TOCSIN_SANDBOX=privileges
bare='setpriv --no-new-privs --inh-caps=-all --ambient-caps=-all --'
if can $bare true; then exec $bare "$@"; fi
TOCSIN_SANDBOX=none
exec "$@"`;

/**
 * Shell script within new namespaces: `$1` is the file and `$2` the folder that the command is given (each may be
 * empty), `$3` to `$5` are tables as fstab(5): folders that become read-only, folders to hide, and both given
 * paths. The command follows. The file and the folder are held open, everything is covered, and they are mounted
 * again in their places; mount reads tables from regular files only. If that fails, all is uncovered again: the
 * command then works without a network. The last user namespace takes away the rights that this needs.
 */
export const HIDE = `file=$1 folder=$2 fixed=$3 hidden=$4 given=$5; shift 5
[ -z "$file" ] || exec 3<"$file"
[ -z "$folder" ] || exec 4<"$folder"
cover() {
  mount -n -t tmpfs -o size=64k,mode=755 none /sys || return 1
  printf '%s\n' "$fixed" >/sys/fixed && mount -n -a -T /sys/fixed
  printf '%s\n' "$hidden" >/sys/hidden && mount -n -a -T /sys/hidden || return 1
  [ -z "$folder" ] || [ -e "$folder" ] || mkdir -p "$folder" || return 1
  [ -z "$file" ] || [ -e "$file" ] || { mkdir -p "\${file%/*}" && : >"$file"; } || return 1
  printf '%s\n' "$given" >/sys/given && mount -n -c -a -T /sys/given
}
if ! cover 2>/dev/null; then
  TOCSIN_SANDBOX=network
  umount -n -l -a -t tmpfs 2>/dev/null
fi
exec 3<&- 4<&-
exec unshare -U -- "$@"`;
