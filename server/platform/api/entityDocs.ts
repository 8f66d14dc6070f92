import type { EntityContract, EntityNoun } from '../../../contract/entities/entity.ts';
import { type Failures, type OperationDoc, operation, pascal, withArticle } from './operation.ts';

const names = (fields: readonly string[]) => fields.map((field) => `\`${field}\``).join(', ');

/** Operation texts of a plain entity, from its noun and contract. */
export function crudDocs(entity: EntityContract) {
  const { one, many, about, removal, failures } = entity.noun;
  const [One, Many] = [pascal(one), pascal(many)];
  const search = entity.searchable.length === 0 ? '' : ` \`q\` searches ${names(entity.searchable)}.`;
  return {
    list: operation(
      `list${Many}`,
      `List ${many}`,
      `${about} Gives a page of those within the zones of the caller. \`sort\` takes ${names(entity.sortable)}.${search}`,
    ),
    get: operation(
      `get${One}`,
      `Get ${withArticle(one)}`,
      `${about} Gives one of them, 404 for one outside the zones of the caller as for one that does not exist.`,
    ),
    create: {
      ...operation(
        `create${One}`,
        `Create ${withArticle(one)}`,
        `${about} Stores a new one and gives it back with its id. Sent twice it makes two, or fails where the code or number must be unique.`,
        { ...failures?.write, conflict: ['common.duplicate', ...(failures?.write?.conflict ?? [])] },
      ),
      'x-example': entity.example,
    },
    patch: {
      ...operation(
        `update${One}`,
        `Change ${withArticle(one)}`,
        `Changes the fields that are sent; the others stay. With \`rev\` it is refused if somebody changed it since that revision was read.`,
        {
          ...failures?.write,
          conflict: ['common.conflict', 'common.duplicate', ...(failures?.write?.conflict ?? [])],
        },
      ),
      'x-example': 'name' in entity.patch.shape ? { name: 'Hall', rev: 1 } : undefined,
    },
    delete: operation(
      `delete${One}`,
      `Delete ${withArticle(one)}`,
      `Deletes one. ${removal} Deleted again it answers 404.`,
      failures?.remove,
    ),
    batch: operation(
      `deleteMany${Many}`,
      `Delete many ${many}`,
      `Deletes each of the ids on its own, at most 20,000. ${removal} The answer is 200 with a result for each id; one that fails does not hold the others back.`,
      failures?.remove,
    ),
  } satisfies Record<string, OperationDoc>;
}

/**
 * Texts of the operations that move, delete and order the items of groups, and list their uses.
 * @param more other batch actions
 */
export function libraryDocs(noun: EntityNoun, group: EntityNoun, more: readonly string[]) {
  const { one, many } = noun;
  const others = more.length === 0 ? '' : `, ${more.map((action) => `\`${action}\``).join(', ')}`;
  return {
    batch: operation(
      `batch${pascal(many)}`,
      `Move, delete or process many ${many}`,
      `Does \`move\` (a group becomes the only one), \`join\` and \`leave\` (one group, the others stay), \`delete\`${others} to each of the ids on its own. The answer is 200 with a result for each id.`,
      { ...noun.failures?.remove, notFound: ['common.notFound', 'group.notFound'] },
    ),
    order: operation(
      `order${pascal(many)}`,
      `Order the ${many} of a group`,
      `Puts the ${many} of a group into the order of the ids; those not named stay behind them. The same order sent again changes nothing.`,
      { notFound: ['group.notFound'], forbidden: ['auth.wholeSiteOnly'] },
    ),
    groupOrder: operation(
      `order${pascal(group.many)}`,
      `Order the ${group.many}`,
      `Puts the groups into the order of the ids; those not named stay behind them. The same order sent again changes nothing.`,
      { notFound: ['group.notFound'], forbidden: ['auth.wholeSiteOnly'] },
    ),
    used: usedDoc(one, many),
  } satisfies Record<string, OperationDoc>;
}

/** Text of the operation that lists the scheduled tasks and broadcasts which use an item. */
export function usedDoc(one: string, many: string): OperationDoc {
  return operation(
    `list${pascal(one)}Uses`,
    `List what uses ${many}`,
    `Gives for each of at most 100 ids the names of the saved tasks, linkage tasks and running broadcasts that use it: what forbids to delete it, or, for terminals and zones, loses it as a target.`,
  );
}

const sheet: Failures = {
  badRequest: [
    'transfer.noFile',
    'transfer.unreadable',
    'transfer.notATable',
    'transfer.openQuote',
    'transfer.tooManyRows',
    'transfer.tooManyCells',
    'transfer.empty',
    'transfer.noCode',
    'transfer.sameColumn',
    'transfer.tooManyPasswords',
  ],
  conflict: ['transfer.busy'],
  tooLarge: ['common.tooLarge'],
};

/** Texts of the export and import of a kind of entity. */
export function transferDocs({ one, many }: EntityNoun) {
  return {
    ticket: operation(
      `create${pascal(one)}ExportTicket`,
      `Get a ticket for an export of ${many}`,
      `Gives a path with a ticket under which the file can be fetched without the token, as a browser does; the query of the export is added to it.`,
    ),
    export: operation(
      `export${pascal(many)}`,
      `Export ${many} as a file`,
      `Sends the ${many} that pass the filters as CSV (UTF-8) or XLSX, read as they are sent; with \`template\` only the header. Passwords are never in it. Needs a ticket instead of a token.`,
      { unauthorized: ['auth.ticketInvalid'] },
    ),
    import: operation(
      `import${pascal(many)}`,
      `Import ${many} from a file`,
      `Takes one CSV or XLSX file in the form of the export; rows are known by their code. With \`dry_run\` (the default) it only reports. Else all of it is stored or, with one bad row, nothing. The same file again changes nothing.`,
      sheet,
    ),
  } satisfies Record<string, OperationDoc>;
}

/** Text of the operation that names and numbers many terminals by a pattern. */
export function templateDoc({ many }: EntityNoun): OperationDoc {
  return operation(
    `name${pascal(many)}ByPattern`,
    `Name and number many ${many} by a pattern`,
    `Fills names and quick numbers by a pattern in which \`{n}\` counts from \`start\`. With \`dry_run\` (the default) it only says what would come out. The answer has a result for each terminal.`,
    { conflict: ['common.duplicate'], notFound: ['terminal.notFound'] },
  );
}
