import type { SecretBox } from '../dataFolder/secretBox.ts';
import type { Row, TableRepository } from './tableRepository.ts';

/** A column that is encrypted, with the field that tells if it holds a readable secret. */
export interface SealedField {
  field: string;
  has: string;
  /** Table and column. */
  use: string;
}

/** Decrypts the secret of a row; one encrypted with another key counts as none. */
export function opened<R extends Row>(row: R, { field, has, use }: SealedField, box: SecretBox): R {
  const stored = row[field];
  const secret = typeof stored === 'string' ? box.open(stored, use) : null;
  return { ...row, [field]: secret, [has]: secret !== null };
}

/** Repository that decrypts the secret of rows when reading, and encrypts it when writing. */
export function sealedRepository<R extends Row>(
  plain: TableRepository<R>,
  sealed: SealedField,
  box: SecretBox,
): TableRepository<R> {
  const open = (row: R) => opened(row, sealed, box);
  const orNone = (row: R | undefined) => (row === undefined ? undefined : open(row));
  function close(values: Record<string, unknown>): Record<string, unknown> {
    const secret = values[sealed.field];
    return typeof secret === 'string' ? { ...values, [sealed.field]: box.seal(secret, sealed.use) } : values;
  }
  return {
    async list(db, scope, query) {
      const page = await plain.list(db, scope, query);
      return { ...page, rows: page.rows.map(open) };
    },
    after: async (db, scope, query, lastId, limit) =>
      (await plain.after(db, scope, query, lastId, limit)).map(open),
    get: async (db, scope, id) => orNone(await plain.get(db, scope, id)),
    lock: async (tx, scope, id) => orNone(await plain.lock(tx, scope, id)),
    insert: async (tx, values) => open(await plain.insert(tx, close(values))),
    update: async (tx, id, values) => open(await plain.update(tx, id, close(values))),
    known: plain.known,
    remove: plain.remove,
  };
}
