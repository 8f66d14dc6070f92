import { randomInt } from 'node:crypto';

/** Letters and digits that are not confused when read from a screen. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Makes a random password of 16 characters that satisfies the strength rule: it contains three classes. */
export function randomPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? '';
  const free = Array.from({ length: 13 }, () => pick(alphabet)).join('');
  return free + pick('abcdefghjkmnpqrstuvwxyz') + pick('ABCDEFGHJKLMNPQRSTUVWXYZ') + pick('23456789');
}
