import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeDurablySync } from '../dataFolder/writeDurably.ts';
import { makePrivateKey } from './machineKeys.ts';

/** Reads the private key of this machine from a file, and makes it if there is none. */
export function ownKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = makePrivateKey();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeDurablySync(file, `${key}\n`);
  return key;
}
