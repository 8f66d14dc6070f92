import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { Tx } from '../db/client.ts';
import type { Row, TableRepository } from '../db/tableRepository.ts';
import type { CrudService } from './crud.ts';

/** Repository that the export of an entity reads, and service that its import writes with. */
export interface Transferable<R extends Row = Row> {
  entity: EntityContract;
  repository: TableRepository<R>;
  /** Its service within the transaction of an import; `committed` is called after the commit. */
  staged(tx: Tx): { service: CrudService<R>; committed(): void };
}

export interface Transferables {
  /** Called by the module of an entity that is imported and exported row by row, as it is stored. */
  add<R extends Row>(transferable: Transferable<R>): void;
  /** Returns the entry of an entity's key. */
  get(kind: string): Transferable | undefined;
}

/** Creates the registry of entities that are transferred by their own services. */
export function createTransferables(): Transferables {
  const added = new Map<string, Transferable>();
  return {
    add(transferable) {
      added.set(transferable.entity.key, transferable as unknown as Transferable);
    },
    get: (kind) => added.get(kind),
  };
}
