import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Waits for the end of the pipe, which only this process holds open, also if it is killed; then ends PostgreSQL. */
const SCRIPT = 'cat > /dev/null; kill -QUIT "$1"';

/**
 * Ends a PostgreSQL of temporary data with this process, even if that is killed. On Windows, which has no shell for
 * it, the next start ends it (standIn/build.ts).
 */
export function endWithServer(postgres: ChildProcess): void {
  if (process.platform === 'win32') return;
  // Detached: Ctrl-C in a shell goes to the whole process group.
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(postgres.pid)], {
    ...{ cwd: '/', env: {}, stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  });
  // Without a guard the next start ends it.
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  (guard.stdin as Socket | null)?.unref();
  // Its process id may be given to another process soon.
  postgres.once('exit', () => {
    try {
      if (guard.pid !== undefined) process.kill(-guard.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
}
