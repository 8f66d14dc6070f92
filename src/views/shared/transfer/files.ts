import type {
  ExportTicket,
  ImportReport,
  TransferFormat,
  TransferKind,
} from '../../../../contract/api/transfer.ts';
import type { Api } from '../../../api/client.ts';
import { type Upload, upload } from '../../../api/upload.ts';

/** Filters of an export, as of the list (server/edge/transfer/transfer.routes.ts). */
export type ExportFilters = Readonly<Record<string, string | number | undefined>>;

/** Fetches the address of an export, with its ticket: a link cannot send headers. */
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

/** Makes the browser save the file at an address. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Uploads a table; a dry run stores nothing. */
export function sendTable(api: Api, kind: TransferKind, file: File, dryRun: boolean): Upload<ImportReport> {
  return upload<ImportReport>(api, `/v1/${kind}/import?dry_run=${dryRun}`, file, undefined, { quiet: true });
}
