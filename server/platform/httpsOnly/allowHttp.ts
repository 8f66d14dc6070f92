import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * File by which the machine itself allows plain HTTP again, without HTTPS, a login or the database: the server takes
 * it in, at its start and while it runs, and removes it.
 */
const fileIn = (dataDir: string) => join(dataDir, 'allow-http');

/** Asks the server of a data folder, the running one or the next, to allow plain HTTP. */
export function requestHttp(dataDir: string): void {
  // Plain write: it is empty; only its existence counts.
  writeFileSync(fileIn(dataDir), '', { mode: 0o600 });
}

export const isHttpRequested = (dataDir: string): boolean => existsSync(fileIn(dataDir));

export function clearHttpRequest(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
