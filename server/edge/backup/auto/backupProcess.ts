import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackupFailure } from '../../../../contract/entities/site/backup.ts';
import type { BackupStage } from '../../../../contract/fieldCodes.ts';
import { failureOf } from '../backupError.ts';
import type { ChildMessage } from '../parentProcess.ts';

export type RunFailure = Omit<BackupFailure, 'at'>;

export interface Run {
  kind: 'backup' | 'trial';
  /** Absolute path. */
  path: string;
  keys: boolean;
  onStage: (stage: BackupStage, totalBytes?: number) => void;
  /** Called with the digest of a complete backup. */
  onVerified: (sha256: string) => void;
  signal: AbortSignal;
}

/** Makes a backup, or restores one in trial; resolves with null on success. Never rejects. */
export type Runner = (run: Run) => Promise<RunFailure | null>;

const STDERR_KEPT = 2_000;
const programOf = (kind: Run['kind']) =>
  fileURLToPath(new URL(kind === 'backup' ? '../backup.ts' : '../restore.ts', import.meta.url));

/** Runs the backup and restore commands as child processes, which set themselves to the lowest priority. */
export function createRunner(env: { DATA_DIR: string; DATABASE_URL?: string | undefined }): Runner {
  return async ({ kind, path, keys, onStage, onVerified, signal }) => {
    if (signal.aborted) return interrupted;
    const { ADMIN_PASSWORD: _, NOTIFY_SOCKET: __, ...inherited } = process.env;
    const child = spawn(
      process.execPath,
      [programOf(kind), path, ...(kind === 'trial' ? ['--trial'] : keys ? ['--keys'] : [])],
      {
        env: {
          ...inherited,
          DATA_DIR: resolve(env.DATA_DIR),
          ...(env.DATABASE_URL === undefined ? {} : { DATABASE_URL: env.DATABASE_URL }),
        },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        windowsHide: true,
      },
    );
    let stderr = '';
    let outcome: RunFailure | null | undefined;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_KEPT);
    });
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'stage') onStage(message.stage, message.total_bytes);
      else if (message.type === 'verified') onVerified(message.sha256);
      else if (message.type === 'done') outcome = null;
      else {
        const { type: _type, ...failure } = message;
        outcome = failure;
      }
    });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    try {
      return await new Promise((done) => {
        child.once('error', (error) => done(failureOf(error)));
        child.once('close', () =>
          done(outcome === undefined ? { ...interrupted, detail: stderr.trim() } : outcome),
        );
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}

const interrupted: RunFailure = { reason: 'interrupted', need_mb: 0, free_mb: 0, detail: '' };
