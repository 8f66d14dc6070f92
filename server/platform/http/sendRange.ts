import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Span {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header (RFC 9110, 14.1.2): null for the whole file (no header, several ranges, or not
 * understood), 'none' when it lies outside the file.
 */
export function parseRange(header: string | undefined, size: number): Span | null | 'none' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const [, first = '', last = ''] = found;
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return start < size && Number(last) > 0 ? { start, end: size - 1 } : 'none';
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'none';
}

/**
 * Sends a file, or the requested range of it, so that players can seek and downloads resume. Throws ENOENT
 * when it does not exist. The content of a path must never change. A browser may keep it, unless the reply says otherwise.
 * @param through transform for the bytes, e.g. to limit their rate
 */
export async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  type: string,
  through?: () => Transform,
): Promise<FastifyReply> {
  const { size, mtimeMs } = await stat(path);
  const read = (span?: Span) => {
    const file = createReadStream(path, span);
    // If either end fails the other is ended too; the client sees an interrupted response.
    return through === undefined ? file : pipeline(file, through(), () => {});
  };
  const tag = `"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`;
  reply.type(type).header('accept-ranges', 'bytes').header('etag', tag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private');
  const condition = request.headers['if-range'];
  const ranged = condition === undefined || condition === tag;
  const range = ranged ? parseRange(request.headers.range, size) : null;
  if (range === 'none') {
    return reply.status(416).header('content-range', `bytes */${size}`).type('text/plain').send('');
  }
  if (range === null) return reply.header('content-length', size).send(read());
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(read(range));
}
