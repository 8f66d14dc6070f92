import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

/** So much may wait to be written before no more is read, bytes. */
const MAX_WAITING = 1_048_576;

/**
 * Writes the body of an answer to the end of a file. What has come is written, also when the connection breaks off behind
 * it: over a link that breaks again and again a download still gets on. Rejects when it broke off, the disk fails, `take`
 * throws, or `signal` is aborted; nothing is written any more then.
 *
 * @param before what must be done before the first write
 * @param take told of each piece before it is written, by its length in bytes
 */
export async function storeAnswer(
  answer: IncomingMessage,
  { file, before }: { file: Pick<FileHandle, 'write'>; before: Promise<unknown> },
  signal: AbortSignal,
  take: (bytes: number) => void,
): Promise<void> {
  let waiting = 0;
  let written = before;
  const ended = new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      answer.destroy();
    };
    answer.on('data', (chunk: Buffer) => {
      try {
        take(chunk.length);
      } catch (error) {
        return fail(error);
      }
      waiting += chunk.length;
      if (waiting > MAX_WAITING) answer.pause();
      written = written.then(() => file.write(chunk));
      written.then(() => {
        waiting -= chunk.length;
        if (waiting <= MAX_WAITING) answer.resume();
      }, fail);
    });
    answer.on('end', resolve);
    answer.on('error', reject);
    answer.on('close', () => reject(new Error('the connection broke off')));
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
  try {
    await ended;
  } finally {
    await written;
  }
}
