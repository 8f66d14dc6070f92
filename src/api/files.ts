import type { TicketValue, UploadValue } from '../../contract/entities/sound/upload.ts';
import type { Api, CallOptions } from './client.ts';
import { type Upload, upload } from './upload.ts';

/**
 * Uploads a music file into a group (null: none), for an owning zone (null: chosen by the server for the
 * account).
 * The value reports the result.
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
 * Fetches the address of a music file or a recording for an audio element or a download, with an access
 * ticket. The ticket is valid for this login, until ten minutes after its last use.
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

/** Fetches the address of a music file. */
export function fileAddress(
  api: Api,
  id: number,
  kind: 'listen' | 'download',
  options?: CallOptions,
): Promise<string> {
  return soundAddress(api, 'file', id, kind, options);
}
