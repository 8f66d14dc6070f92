import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renameDurablySync, writeDurablySync } from './writeDurably.ts';

/** Folder of the key in the data folder; a backup holds it only on request. */
export const KEYS_FOLDER = 'keys';
const KEY_FILE = 'secrets.key';

const PREFIX = 'sealed1';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that the server must read again, and so cannot store as hashes. */
export interface SecretBox {
  /** @param use table and column: a secret encrypted for one place cannot be decrypted for another */
  seal(text: string, use: string): string;
  /** Decrypts a secret; null: encrypted with another key or for another place, or changed. */
  open(stored: string, use: string): string | null;
  /** False for a plain secret of an older version. */
  isSealed(stored: string): boolean;
}

/**
 * Opens the secret box of a data folder (AES-256-GCM), with a new key if there is none. A damaged key file is
 * renamed: its secrets must be entered again, but the server starts.
 *
 * @param note called for a damaged key file
 * @throws Error when the key can be neither read nor created
 */
export function openSecretBox(dataDir: string, note: (error: Error) => void): SecretBox {
  const folder = join(dataDir, KEYS_FOLDER);
  const key = readKey(join(folder, KEY_FILE), note) ?? makeKey(folder);
  const name = createHash('sha256').update(key).digest('base64url').slice(0, 8);
  const head = `${PREFIX}.${name}.`;
  return {
    seal(text, use) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(use));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return head + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(stored, use) {
      if (!stored.startsWith(head)) return null;
      const bytes = Buffer.from(stored.slice(head.length), 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      cipher.setAAD(Buffer.from(use));
      cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const text = cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([text, cipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    isSealed: (stored) => stored.startsWith(`${PREFIX}.`),
  };
}

function readKey(path: string, note: (error: Error) => void): Buffer | null {
  if (!existsSync(path)) return null;
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  const aside = `${path}.damaged-${Date.now()}`;
  renameDurablySync(path, aside);
  note(new Error(`the key file is damaged and was moved to ${aside}`));
  return null;
}

/** Makes a key, which is on the disk before it is used. */
function makeKey(folder: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeDurablySync(join(folder, KEY_FILE), `${key.toString('base64')}\n`);
  return key;
}
