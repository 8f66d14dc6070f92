import type { TicketValue, UploadValue } from '../../contract/entities/upload.ts';
import type { Api, CallOptions } from './client.ts';
import { type Upload, upload } from './upload.ts';

/** Sends a music file into a group (null: none). The value says what came of it. */
export function uploadFile(
  api: Api,
  file: File,
  groupId: number | null,
  onProgress?: (share: number) => void,
): Upload<UploadValue> {
  const query = groupId === null ? '' : `?group_id=${groupId}`;
  return upload<UploadValue>(api, `/v1/file/upload${query}`, file, onProgress, { quiet: true });
}

/**
 * The address of a music file or a recording for an audio element or a download, with its ticket (design 4). It is good
 * for this login, for ten minutes after its last use.
 */
export async function soundAddress(
  api: Api,
  of: 'file' | 'record_file',
  id: number,
  kind: 'listen' | 'download',
  options?: CallOptions,
): Promise<string> {
  return (await api.post<TicketValue>(`/v1/${of}/${id}/ticket`, { kind }, options)).url;
}

/** The same of a music file. */
export function fileAddress(
  api: Api,
  id: number,
  kind: 'listen' | 'download',
  options?: CallOptions,
): Promise<string> {
  return soundAddress(api, 'file', id, kind, options);
}
