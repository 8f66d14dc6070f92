import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters of RFC 9106's second recommendation scaled to a small server (19 MiB, 2 passes). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let decoy: Promise<string> | undefined;

/** Compares; without a stored hash it takes as long and is false, so that nobody learns which accounts exist. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null) return verify(stored, password);
  decoy ??= hashPassword('no such account');
  await verify(await decoy, password);
  return false;
}
