import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { MediaFile } from '../../../contract/entities/sound/file.ts';
import type { UploadValue } from '../../../contract/entities/sound/upload.ts';
import { wav } from './sounds.ts';

export interface UploadPart {
  name: string;
  bytes: Buffer;
}

/** Body of a browser upload: file names in UTF-8, as browsers send them. */
export function multipartOf(parts: readonly UploadPart[], fields: Record<string, string> = {}) {
  const boundary = '----tocsin-test-boundary';
  const chunks: Buffer[] = [];
  for (const [name, value] of Object.entries(fields))
    chunks.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
  for (const { name, bytes } of parts)
    chunks.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
          'content-type: application/octet-stream\r\n\r\n',
      ),
      bytes,
      Buffer.from('\r\n'),
    );
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { payload: Buffer.concat(chunks), type: `multipart/form-data; boundary=${boundary}` };
}

export interface UploadAnswer {
  status: number;
  body: { code: number; key?: string; message: string; value: UploadValue };
}

/** Uploads through the application. */
export async function upload(
  app: FastifyInstance,
  token: string,
  parts: readonly UploadPart[],
  query = '',
): Promise<UploadAnswer> {
  const { payload, type } = multipartOf(parts);
  const response = await app.inject({
    method: 'POST',
    url: `/v1/file/upload${query}`,
    headers: { access_token: token, lang: 'en', 'content-type': type },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

/** Uploads one file that must be accepted. */
export async function uploaded(
  app: FastifyInstance,
  token: string,
  part: UploadPart,
  query = '',
): Promise<MediaFile> {
  const answer = await upload(app, token, [part], query);
  const file = answer.body.value?.files[0]?.file;
  if (!file) throw new Error(`refused: ${answer.status} ${answer.body.message}`);
  return file;
}

/** Tone of some seconds. */
export const tone = (seconds = 1): Buffer =>
  wav({ rate: 16_000, channels: 1, seconds }, (t) => 0.2 * Math.sin(2 * Math.PI * 440 * t));

/** Relative paths of all files and empty folders below the media folder. */
export function mediaTree(dataDir: string): string[] {
  const root = join(dataDir, 'media');
  if (!existsSync(root)) return [];
  const found: string[] = [];
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) found.push(join(entry.parentPath, entry.name).slice(root.length + 1));
  }
  return found.sort();
}
