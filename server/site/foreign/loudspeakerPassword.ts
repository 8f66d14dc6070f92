import { isDeepStrictEqual } from 'node:util';
import {
  type ConnectedTransport,
  type ForeignTransport,
  isConnected,
} from '../../../contract/entities/terminals/foreign.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { TerminalRow } from '../terminals/terminal.repository.ts';
import { transportOf } from './transportOf.ts';

/** Place of the passwords of loudspeakers in the database. */
const USE = 'terminal.foreign_secret';

/** Encrypts the password of the account of a loudspeaker. */
export const sealPassword = (box: Pick<SecretBox, 'seal'>, password: string): string =>
  box.seal(password, USE);

/** Decrypts a stored password; null: there is none, or the key is another one. */
export const openPassword = (box: Pick<SecretBox, 'open'>, stored: string | null): string | null =>
  stored === null ? null : box.open(stored, USE);

const accountOf = ({ url, user, certificate }: ConnectedTransport) => [
  url.split('/').slice(0, 3).join('/'),
  user,
  certificate,
];

/** Tells if a stored password stays after a change: it goes to the same account of the same machine, as safely. */
export function keepsPassword(before: ForeignTransport | null, after: ConnectedTransport): boolean {
  return before !== null && isConnected(before) && isDeepStrictEqual(accountOf(before), accountOf(after));
}

/** Stored password that stays after a change of the settings; null: none. */
export function keptSecret(
  old: Pick<TerminalRow, 'kind' | 'details' | 'foreign_secret'> | undefined,
  details: Record<string, unknown>,
): string | null {
  const after = old === undefined ? null : transportOf({ kind: old.kind, details });
  if (old === undefined || after === null || !isConnected(after)) return null;
  return keepsPassword(transportOf(old), after) ? old.foreign_secret : null;
}
