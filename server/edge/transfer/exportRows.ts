import { withheldFields } from '../../../contract/api/permissions.ts';
import { columnsFor, groupedBy, type TransferKind } from '../../../contract/api/transfer.ts';
import { terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import { neutral } from '../../../contract/rules/neutralCell.ts';
import type { Row, TableRepository } from '../../platform/db/tableRepository.ts';
import { visibleTo } from '../../platform/http/fieldRights.ts';
import { accounts, roles } from '../../site/accounts/account.repository.ts';
import { virtualCasters } from '../../site/casters/virtualCaster.repository.ts';
import { terminalsOf } from '../../site/terminals/terminal.repository.ts';
import { partitions } from '../../site/zones/zones.repository.ts';
import { narrowed } from '../../site/zones/zones.ts';
import { cellWriter } from './exportCell.ts';
import { groupRows } from './kinds/groups.transfer.ts';
import type { ExportRequest, TransferDeps } from './transfer.types.ts';

/** Rows per query: few enough that processing one result does not block the event loop noticeably. */
const CHUNK = 200;

const repositories = {
  ...Object.fromEntries(terminalKindNames.map((kind) => [kind, terminalsOf(kind)])),
  virtual_caster: virtualCasters,
  partition: partitions,
  user: accounts,
  role: roles,
} as unknown as Partial<Record<TransferKind, TableRepository<Row>>>;

/** Yields the header and the rows of an export as texts, read on demand. */
export async function* exportRows(
  deps: Pick<TransferDeps, 'db' | 'zones' | 'terminals' | 'groups' | 'schedule' | 'transferables'>,
  request: ExportRequest,
): AsyncGenerator<string[]> {
  const { kind, caller, lang, template, q } = request;
  const columns = columnsFor(kind, template ? 'in' : 'out');
  yield columns.map((column) => column.label[lang]);
  if (template) return;
  const member = groupedBy(kind);
  if (member !== null) {
    for await (const row of groupRows(deps, member, request))
      yield columns.map(({ key }) => neutral(row[key] ?? ''));
    return;
  }
  const { org, ...filters } = request.filters;
  const scope = narrowed(deps.zones, caller.scope, typeof org === 'number' ? org : undefined);
  const repository = deps.transferables.get(kind)?.repository ?? repositories[kind];
  if (repository === undefined) throw new Error(`no module exports ${kind}`);
  const visible = visibleTo(caller);
  const cell = await cellWriter(deps, request);
  for (let last = 0; ; ) {
    const withheld = withheldFields(caller.permissions);
    const query = { ...filters, q, page: 1, limit: CHUNK, withheld };
    const rows = await repository.after(deps.db, scope, query, last, CHUNK);
    for (const row of rows) {
      const shown = visible(row);
      yield columns.map((column) => neutral(cell(column, shown)));
    }
    last = rows.at(-1)?.id ?? 0;
    if (rows.length < CHUNK) return;
  }
}
