import type { BackupStage } from '../../../contract/fieldCodes.ts';
import { runMain } from '../../platform/process/startError.ts';
import { failureOf } from './backupError.ts';

/** Message of a backup or restore to the server that started it; not sent when run from a shell. */
export type ChildMessage =
  | { type: 'stage'; stage: BackupStage; total_bytes?: number }
  | { type: 'verified'; sha256: string }
  | { type: 'done' }
  | ({ type: 'failed' } & ReturnType<typeof failureOf>);

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}

export function sendStage(stage: BackupStage, total_bytes?: number): void {
  void send({ type: 'stage', stage, ...(total_bytes === undefined ? {} : { total_bytes }) });
}

/** @param sha256 digest of a complete backup */
export function sendVerified(sha256: string): void {
  void send({ type: 'verified', sha256 });
}

/**
 * Runs the main function of a command that a server may have started: reports the result to the server, and
 * exits when the server does.
 *
 * @param onOrphaned cleans up before that exit
 */
export async function runForParent(
  main: () => Promise<void>,
  onOrphaned: () => void = () => {},
): Promise<void> {
  const orphaned = () => {
    onOrphaned();
    process.exit(1);
  };
  if (process.send !== undefined) {
    process.once('disconnect', orphaned);
    process.once('SIGTERM', orphaned);
  }
  await runMain(async () => {
    try {
      await main();
      await send({ type: 'done' });
    } catch (error) {
      await send({ type: 'failed', ...failureOf(error) });
      throw error;
    }
  });
  process.removeListener('disconnect', orphaned);
  process.removeListener('SIGTERM', orphaned);
  if (process.connected) process.disconnect();
}
