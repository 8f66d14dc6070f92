import { spawn } from 'node:child_process';

/**
 * Ends a process and removes its folder when this process dies, even by `kill -9`: a shell waits for the end of
 * a pipe that only this process holds open.
 */
export function endWithParent(pid: number, folder: string): { dismiss: () => void } {
  const script = 'read -r word; [ "$word" = dismissed ] || { kill -QUIT "$0"; sleep 1; rm -rf "$1"; }';
  const shell = spawn('/bin/sh', ['-c', script, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  return {
    dismiss: () => {
      shell.stdin.end('dismissed\n');
    },
  };
}
