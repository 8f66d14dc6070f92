import type { ExportTicket, ImportReport, TransferFormat, TransferKind } from '../../../contract/transfer.ts';
import type { Api } from '../../api/client.ts';
import { type Upload, upload } from '../../api/upload.ts';

/** What to leave out of an export: the filters of the list (server/transfer/transfer.routes.ts). */
export type ExportFilters = Readonly<Record<string, string | number | undefined>>;

/** The address of an export, with its ticket: a link cannot send headers (design 4). */
export async function exportAddress(
  api: Api,
  kind: TransferKind,
  format: TransferFormat,
  filters: ExportFilters,
): Promise<string> {
  const { url } = await api.post<ExportTicket>(`/v1/${kind}/export/ticket`);
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return `${url}&${query.toString()}`;
}

/** Has the browser save what lies at an address. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Sends a table; a dry run stores nothing. */
export function sendTable(api: Api, kind: TransferKind, file: File, dryRun: boolean): Upload<ImportReport> {
  return upload<ImportReport>(api, `/v1/${kind}/import?dry_run=${dryRun}`, file, undefined, { quiet: true });
}
