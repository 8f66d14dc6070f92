import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre';
import Papa from 'papaparse';
import { terminalKindNames } from '../../contract/entities/terminal.ts';
import type { Language } from '../../contract/language.ts';
import { withheldFields } from '../../contract/permissions.ts';
import {
  columnsFor,
  neutral,
  type TransferColumn,
  type TransferFormat,
  type TransferKind,
  yesNo,
} from '../../contract/transfer.ts';
import { accounts } from '../accounts/account.repository.ts';
import type { Caller } from '../auth/callers.ts';
import type { Row, TableRepository } from '../db/tableRepository.ts';
import { visibleTo } from '../http/fieldRights.ts';
import { inScope } from '../live/scope.ts';
import { terminalsOf } from '../terminals/terminal.repository.ts';
import { partitions } from '../zones/zones.repository.ts';
import { narrowed } from '../zones/zones.ts';
import { cellOf } from './kindCells.ts';
import type { TransferDeps } from './types.ts';

/** Rows of one query. */
const CHUNK = 2_000;

const repositories = {
  ...Object.fromEntries(terminalKindNames.map((kind) => [kind, terminalsOf(kind)])),
  partition: partitions,
  user: accounts,
} as unknown as Record<TransferKind, TableRepository<Row>>;

export interface ExportRequest {
  kind: TransferKind;
  caller: Caller;
  lang: Language;
  /** The header alone, with the columns that are read. */
  template: boolean;
  q?: string | undefined;
  /** The filters of the list; `org` takes in all below the zone. */
  filters: Record<string, unknown>;
}

/** The header and the rows of an export as texts, read as they are taken. */
export async function* exportRows(
  deps: Pick<TransferDeps, 'db' | 'zones' | 'terminals'>,
  request: ExportRequest,
): AsyncGenerator<string[]> {
  const { kind, caller, lang, template, q } = request;
  const columns = columnsFor(kind, template ? 'in' : 'out');
  yield columns.map((column) => column.label[lang]);
  if (template) return;
  const { org, ...filters } = request.filters;
  const scope = narrowed(deps.zones, caller.scope, typeof org === 'number' ? org : undefined);
  const repository = repositories[kind];
  const visible = visibleTo(caller);
  for (let last = 0; ; ) {
    const withheld = withheldFields(caller.permissions);
    const query = { ...filters, q, page: 1, limit: CHUNK, withheld };
    const rows = await repository.after(deps.db, scope, query, last, CHUNK);
    for (const row of rows.map(visible)) yield columns.map((column) => neutral(cell(column, row)));
    last = rows.at(-1)?.id ?? 0;
    if (rows.length < CHUNK) return;
  }

  function zone(id: unknown) {
    if (typeof id !== 'number' || !inScope(caller.scope, id)) return undefined;
    return deps.zones.get(id);
  }

  function cell({ key }: TransferColumn, row: Record<string, unknown>): string {
    switch (key) {
      case 'zone':
        return zone(row.org)?.code ?? '';
      case 'zone_name':
        return zone(row.org)?.name ?? '';
      case 'parent':
        return zone(row.parent_id)?.code ?? '';
      case 'role':
        return String(row.role_code);
      case 'zones':
        return (row.groups as number[]).flatMap((id) => zone(id)?.code ?? []).join(' ');
      case 'reach':
        return (deps.terminals.casters.get(Number(row.id))?.orgs ?? [])
          .flatMap((id) => zone(id)?.code ?? [])
          .join(' ');
      case 'all_zones':
      case 'disabled':
        return (row[key] === true ? yesNo.true : yesNo.false)[lang];
      default:
        return cellOf(row[key]);
    }
  }
}

/** Rows as a file: CSV in UTF-8 with a byte-order mark, which Excel asks for, or XLSX. */
export function asFile(rows: AsyncIterable<string[]>, format: TransferFormat): Readable {
  if (format === 'xlsx')
    return Readable.fromWeb(
      writeXlsxStream(rows, { name: 'Tocsin' }) as Parameters<typeof Readable.fromWeb>[0],
    );
  async function* lines() {
    let text = '\uFEFF';
    for await (const row of rows) {
      text += `${Papa.unparse([row])}\r\n`;
      if (text.length < 65_536) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  return Readable.from(lines());
}
