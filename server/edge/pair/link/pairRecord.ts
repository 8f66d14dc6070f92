import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurablySync } from '../../../platform/dataFolder/writeDurably.ts';
import { makePrivateKey } from '../../../platform/machines/machineKeys.ts';
import { StartError } from '../../../platform/process/startError.ts';

/** Folder of the pair in the data folder. It is never copied to another machine: each has its own. */
export const PAIR_FOLDER = 'pair';

/** Another machine of the pair. */
export const partner = z.object({
  /** Key by which it is recognised (Ed25519, SPKI, base64). */
  public_key: z.string(),
  name: z.string(),
  /** Its addresses, `https://host:port`, the last one used first. */
  urls: z.array(z.string()),
});
export type Partner = z.output<typeof partner>;

const record = z.object({
  role: z.enum(['leader', 'standby', 'witness']),
  /** Number of take-overs before; the greater one leads. */
  term: z.number().int(),
  private_key: z.string(),
  partner: partner.nullable(),
  /** Third machine that decides which of the two leads; null: a person does. */
  witness: partner.nullable().default(null),
  /** True once the copy of the database of a standby is complete. */
  is_copied: z.boolean(),
  /** When a leader lost its standby, epoch ms; null: it follows. */
  alone_since: z.number().nullable().default(null),
  /** When this machine began to lead, epoch ms. */
  leads_since: z.number().nullable(),
});
/** Place of this machine in its pair, as it is stored in the data folder: a start needs it before the database. */
export type PairRecord = z.output<typeof record>;

const fileIn = (dataDir: string) => join(dataDir, PAIR_FOLDER, 'pair.json');

/**
 * Reads the place of this machine in its pair; null: it has none.
 *
 * @throws StartError when the file is damaged: the role is then unknown, and two leaders must not arise
 */
export function readPair(dataDir: string): PairRecord | null {
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
      `The file ${fileIn(dataDir)} is damaged, so it is not known whether this machine leads or stands by.\n` +
        'If its partner does not run, or is to be set up anew, remove this file: the server then starts alone.',
    );
  }
}

export function writePair(dataDir: string, pair: PairRecord): void {
  mkdirSync(join(dataDir, PAIR_FOLDER), { recursive: true, mode: 0o700 });
  writeDurablySync(fileIn(dataDir), `${JSON.stringify(pair, null, 2)}\n`);
}

/** Place of a machine without a partner. */
export function newPair(role: PairRecord['role']): PairRecord {
  return {
    ...{ role, term: 0, private_key: makePrivateKey(), partner: null, witness: null },
    ...{ is_copied: false, alone_since: null, leads_since: null },
  };
}
