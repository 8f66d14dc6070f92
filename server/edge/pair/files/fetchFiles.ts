import type { RawData, WebSocket } from 'ws';
import { textOf } from '../link/dial.ts';
import { type FileAnswer, type FileRequest, fileAnswer } from './fileMessages.ts';
import type { FileState } from './siteFiles.ts';

/** Bytes that may wait for the disk before the connection is paused. */
const WAITING_BYTES = 4_000_000;

/**
 * Sends a request, and hears what comes until `over` says so.
 *
 * @param take called with each message in order, one after the other
 * @throws Error when the connection ends before
 */
function ask(
  socket: WebSocket,
  request: FileRequest,
  take: (data: Buffer, isBinary: boolean) => Promise<boolean>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let work: Promise<unknown> = Promise.resolve();
    let waiting = 0;
    const end = (error?: unknown) => {
      socket.off('message', hear);
      socket.off('close', closed);
      if (socket.isPaused) socket.resume();
      if (error === undefined) resolve();
      else reject(error);
    };
    const closed = () => end(new Error('the connection to the leader has ended'));
    const hear = (data: RawData, isBinary: boolean) => {
      const bytes = data as Buffer;
      waiting += bytes.length;
      if (waiting > WAITING_BYTES) socket.pause();
      work = work
        .then(() => take(bytes, isBinary))
        .then((isOver) => {
          waiting -= bytes.length;
          if (socket.isPaused && waiting <= WAITING_BYTES) socket.resume();
          if (isOver) end();
        })
        .catch(end);
    };
    socket.on('message', hear);
    socket.once('close', closed);
    socket.send(JSON.stringify(request));
  });
}

function read(data: Buffer): FileAnswer {
  return fileAnswer.parse(textOf(data));
}

/** Reads the list of the leader; null: it is the known one. */
export async function fetchList(
  socket: WebSocket,
  known: string,
): Promise<{ files: Map<string, FileState>; digest: string } | null> {
  const files = new Map<string, FileState>();
  let digest = '';
  await ask(socket, { type: 'list', known }, async (data) => {
    const answer = read(data);
    if (answer.type === 'listed')
      for (const [path, size, mtimeMs] of answer.files) files.set(path, { size, mtimeMs });
    if (answer.type !== 'list_end') return false;
    digest = answer.digest;
    return true;
  });
  return digest === known ? null : { files, digest };
}

/** Reads a file of the leader. @returns its SHA-256 by the leader, hex; null: it cannot be read there */
export async function fetchFile(
  socket: WebSocket,
  path: string,
  take: (chunk: Buffer) => Promise<void>,
): Promise<string | null> {
  let sha256: string | null = null;
  await ask(socket, { type: 'get', path }, async (data, isBinary) => {
    if (isBinary) {
      await take(data);
      return false;
    }
    const answer = read(data);
    if (answer.type !== 'end') throw new Error('the leader answers something else');
    sha256 = answer.sha256;
    return true;
  });
  return sha256;
}
