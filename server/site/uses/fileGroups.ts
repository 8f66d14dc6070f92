import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Scope } from '../../platform/live/scope.ts';

/** Locks a group of music files in a transaction; false when the scope sees no such group. */
export type LockFileGroup = (tx: Tx, scope: Scope, id: number) => Promise<boolean>;

/** Check of a group of files that a terminal refers to; answered by the libraries (server/sound/files). */
export interface FileGroupCheck {
  /**
   * Keeps the group from being deleted until the end of the transaction.
   * @throws AppError 404
   */
  mustBeThere(tx: Tx, scope: Scope, id: number): Promise<void>;
  /** Sets the libraries as the source of answers. */
  setSource(lock: LockFileGroup): void;
}

export function createFileGroupCheck(): FileGroupCheck {
  let source: LockFileGroup = async () => false;
  return {
    async mustBeThere(tx, scope, id) {
      if (!(await source(tx, scope, id))) throw new AppError(errorCode.notFound, 'group.notFound');
    },
    setSource: (lock) => {
      source = lock;
    },
  };
}
