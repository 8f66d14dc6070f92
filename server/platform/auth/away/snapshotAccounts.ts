import { foldedCode } from '../../../../contract/rules/foldedCode.ts';
import { readManifest, readRows } from '../../db/standIn/snapshotFiles.ts';
import { createSlices } from '../../process/slices.ts';
import { PROOF_SECONDS } from '../proofCookie.ts';
import { hashToken } from '../token.ts';

/** An account of the snapshot with everything that its permissions depend on. */
export interface SnapshotAccount {
  id: number;
  code: string;
  name: string;
  password_hash: string;
  disabled: boolean;
  must_change_password: boolean;
  all_zones: boolean;
  role_code: string;
  role_name: string;
  permissions: string[];
  roots: number[];
  /** The valid proof among those that were sent. */
  shown: { id: number; token: string } | undefined;
}

type Account = Omit<SnapshotAccount, 'role_code' | 'role_name' | 'permissions' | 'roots' | 'shown'> & {
  role_id: number;
};
const NEEDED = ['account', 'account_partition', 'login_session', 'role'];
interface Role {
  id: number;
  code: string;
  name: string;
  permissions: string[];
}

/**
 * Finds an account by its code in the snapshot of a data folder, by the rules of the database. The snapshot
 * contains no permissions that were removed: the request that removed them is answered only once it is stored
 * without them.
 *
 * @param tokens proofs of earlier logins, not verified yet
 * @returns null: there is no snapshot, or it has no accounts any more; undefined: no such account
 */
export async function findInSnapshot(
  dataDir: string,
  code: string,
  tokens: readonly string[],
  now: () => number = Date.now,
): Promise<SnapshotAccount | undefined | null> {
  const manifest = await readManifest(dataDir);
  if (manifest === null || !NEEDED.every((name) => name in manifest.tables)) return null;
  const stated = manifest;
  const turn = createSlices();
  async function rowsOf<T>(table: string, wanted: (row: T) => boolean): Promise<T[]> {
    const found: T[] = [];
    for (const text of await readRows(dataDir, stated, table)) {
      await turn();
      const row = JSON.parse(text) as T;
      if (wanted(row)) found.push(row);
    }
    return found;
  }

  const like = await rowsOf<Account>('account', (row) => foldedCode(row.code) === foldedCode(code));
  const account = like.find((row) => row.code === code) ?? (like.length === 1 ? like[0] : undefined);
  if (account === undefined) return undefined;
  const [role] = await rowsOf<Role>('role', ({ id }) => id === account.role_id);
  if (role === undefined) return undefined;
  const zones = await rowsOf<{ account_id: number; partition_id: number }>(
    'account_partition',
    ({ account_id }) => account_id === account.id,
  );
  const byHash = new Map(tokens.map((token) => [hashToken(token), token]));
  const since = now() - PROOF_SECONDS * 1000;
  const [proof] =
    byHash.size === 0
      ? []
      : await rowsOf<{ id: number; account_id: number; token_hash: string; used_at: string }>(
          'login_proof',
          (row) =>
            row.account_id === account.id && Date.parse(row.used_at) > since && byHash.has(row.token_hash),
        );
  const { role_id: _, ...own } = account;
  return {
    ...own,
    role_code: role.code,
    role_name: role.name,
    permissions: role.permissions,
    roots: zones.map(({ partition_id }) => partition_id),
    shown: proof && { id: proof.id, token: byHash.get(proof.token_hash) ?? '' },
  };
}
