import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurablySync } from '../server/platform/dataFolder/writeDurably.ts';
import { StartError } from '../server/platform/process/startError.ts';

const record = z.object({
  /** Key by which the server recognises this relay (Ed25519, PKCS #8, base64). */
  private_key: z.string(),
  /** Key by which this relay recognises its server (SPKI, base64). */
  server_key: z.string(),
  /** Address of the server, `https://host:port`. */
  server: z.string(),
  name: z.string(),
});
/** Record of a relay: its key, and its server. */
export type RelayRecord = z.output<typeof record>;

const fileIn = (dataDir: string) => join(dataDir, 'relay.json');

/** Reads the record; null: it has not joined yet. @throws StartError when the folder is not that of a relay */
export function readRecord(dataDir: string): RelayRecord | null {
  if (existsSync(join(dataDir, 'postgres')))
    throw new StartError(
      `The data folder ${dataDir} is that of a server. Give the relay one of its own: DATA_DIR=relay-data`,
    );
  let text: string;
  try {
    text = readFileSync(fileIn(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return record.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      `The file ${fileIn(dataDir)} is damaged. Remove it, and let the relay join again with a new token.`,
    );
  }
}

export function writeRecord(dataDir: string, next: RelayRecord): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeDurablySync(fileIn(dataDir), `${JSON.stringify(next, null, 2)}\n`);
}
