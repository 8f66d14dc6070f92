import type { TicketValue, UploadValue } from '../../contract/entities/upload.ts';
import type { Api, CallOptions } from './client.ts';
import { type Upload, upload } from './upload.ts';

/**
 * Sends a music file into a group (null: none), for a zone that is to own it (null: the server's choice for the account).
 * The value says what came of it.
 */
export function uploadFile(
  api: Api,
  file: File,
  { groupId, org }: { groupId: number | null; org: number | null },
  onProgress?: (share: number) => void,
): Upload<UploadValue> {
  const query = new URLSearchParams();
  if (groupId !== null) query.set('group_id', String(groupId));
  if (org !== null) query.set('org', String(org));
  return upload<UploadValue>(api, `/v1/file/upload${query.size === 0 ? '' : `?${query}`}`, file, onProgress, {
    quiet: true,
  });
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
