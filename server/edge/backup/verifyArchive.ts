import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createTarDecoder } from 'modern-tar';
import { StartError } from '../../platform/process/startError.ts';
import { BackupError } from './backupError.ts';
import { FORMAT, MANIFEST, type Manifest, manifest, type Sum } from './manifest.ts';

/** Maximum size of a manifest, which names every file of a site. */
const MANIFEST_BYTES = 500_000_000;

export interface Entry {
  name: string;
  size: number;
  mtime: Date | undefined;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads the files of an archive one after the other; the bytes of each must be read before the next.
 *
 * @param whole hash of the archive itself, which gets all its bytes
 */
export async function* readEntries(path: string, whole?: Hash): AsyncGenerator<Entry> {
  const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, sink) {
      whole?.update(chunk);
      sink.enqueue(chunk);
    },
  });
  const files = bytes.pipeThrough(counted).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of files) {
    if (header.type !== 'file' && header.type !== undefined)
      throw new Error(`the entry ${header.name} is not a file`);
    yield { name: header.name, size: header.size, mtime: header.mtime, bytes: body };
  }
}

/** Reads to the end of an entry. */
export async function skip({ bytes }: Entry): Promise<void> {
  for await (const _ of bytes);
}

/**
 * Reads a whole archive and compares every entry with its manifest.
 *
 * @param whole hash of the archive itself, which gets all its bytes
 * @throws StartError when it is damaged, truncated or not an archive of Tocsin
 */
export async function verifyArchive(path: string, whole?: Hash): Promise<Manifest> {
  const sums = new Map<string, Sum>();
  let text: string | undefined;
  try {
    for await (const { name, size, bytes } of readEntries(path, whole)) {
      if (text !== undefined || sums.has(name)) throw new Error(`unexpected entry ${name}`);
      const hash = createHash('sha256');
      const kept: Uint8Array[] = [];
      if (name === MANIFEST && size > MANIFEST_BYTES) throw new Error('the manifest is too large');
      for await (const chunk of bytes) {
        hash.update(chunk);
        if (name === MANIFEST) kept.push(chunk);
      }
      if (name === MANIFEST) text = Buffer.concat(kept).toString('utf8');
      else sums.set(name, { size, sha256: hash.digest('hex') });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new StartError(`There is no file ${path}.`);
    throw damaged(path, (error as Error).message);
  }
  if (text === undefined) throw damaged(path, 'it has no manifest at its end');
  return compared(path, text, sums);
}

function compared(path: string, text: string, sums: ReadonlyMap<string, Sum>): Manifest {
  let stated: unknown;
  try {
    stated = JSON.parse(text);
  } catch {
    throw damaged(path, 'its manifest cannot be read');
  }
  if (((stated as { format?: unknown })?.format ?? 0) !== FORMAT)
    throw new StartError(`${path} was made by another version of this program, which can restore it.`);
  const result = manifest.safeParse(stated);
  if (!result.success) throw damaged(path, 'its manifest cannot be read');
  const expected = Object.entries(result.data.entries);
  for (const [name, { size, sha256 }] of expected) {
    const found = sums.get(name);
    if (found === undefined) throw damaged(path, `${name} is missing`);
    if (found.size !== size || found.sha256 !== sha256)
      throw damaged(path, `${name} is not what was written`);
  }
  if (sums.size !== expected.length) throw damaged(path, 'it holds more than its manifest names');
  const parts = result.data.tables.flatMap((table) => table.parts);
  if (parts.some((part) => !sums.has(part))) throw damaged(path, 'parts of a table are missing');
  return result.data;
}

function damaged(path: string, message: string): StartError {
  const reason = message.replace(/\.$/, '');
  return new BackupError('damaged', `${path} is damaged or no backup: ${reason}. Nothing was changed.`);
}
