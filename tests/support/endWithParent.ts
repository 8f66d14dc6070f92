import { spawn } from 'node:child_process';

/**
 * Ends a server and the embedded database of its data folder, and removes the folder, when this process dies,
 * even by `kill -9`: a shell waits for the end of a pipe that only this process holds open.
 * @param pid the server, or 0 when there is only the database
 */
export function endWithParent(dataDir: string, pid = 0): { dismiss: () => void } {
  const script = `
    read -r word
    [ "$word" = dismissed ] && exit
    [ "$1" -gt 0 ] && kill -KILL "$1"
    kill -QUIT "$(head -n 1 "$0/postgres/postmaster.pid")"
    sleep 1
    rm -rf "$0"`;
  const shell = spawn('/bin/sh', ['-c', script, dataDir, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  return { dismiss: () => shell.stdin.end('dismissed\n') };
}
