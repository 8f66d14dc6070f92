import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

/** Largest amount of unwritten data before reading pauses, bytes. */
const MAX_WAITING = 1_048_576;

/**
 * Appends the body of a response to a file. Received data is written even if the connection breaks, so that a
 * download over an unreliable link makes progress. Rejects when the connection breaks, the disk fails, `take` throws,
 * or `signal` is aborted; nothing more is written then.
 *
 * @param before action before the first write
 * @param take called with the length in bytes of each chunk before it is written
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
