import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { textOf } from '../link/dial.ts';
import { type FileAnswer, fileRequest } from './fileMessages.ts';
import { listSiteFiles, sitePath } from './siteFiles.ts';

/** Files in one message of the list. */
const PART = 500;

/** Sends the files of the site to a proved standby, at its request, one at a time. */
export function serveFiles(socket: WebSocket, dataDir: string): void {
  let isBusy = false;
  const send = (answer: FileAnswer) => write(socket, JSON.stringify(answer));

  async function sendList(known: string): Promise<void> {
    const files = [...(await listSiteFiles(dataDir))].sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = files.map(([path, { size, mtimeMs }]) => [path, size, mtimeMs] as [string, number, number]);
    const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
    if (digest !== known)
      for (let from = 0; from < rows.length; from += PART)
        await send({ type: 'listed', files: rows.slice(from, from + PART) });
    await send({ type: 'list_end', digest });
  }

  async function sendFile(path: string): Promise<void> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(join(dataDir, ...sitePath(path)))) {
        hash.update(chunk as Buffer);
        await write(socket, chunk as Buffer);
      }
    } catch {
      return send({ type: 'end', sha256: null });
    }
    return send({ type: 'end', sha256: hash.digest('hex') });
  }

  socket.on('message', (data) => {
    const request = fileRequest.safeParse(textOf(data)).data;
    if (request === undefined || isBusy) return socket.terminate();
    isBusy = true;
    (request.type === 'list' ? sendList(request.known) : sendFile(request.path))
      .catch(() => socket.terminate())
      .finally(() => {
        isBusy = false;
      });
  });
}

/** Resolves when the message was handed to the system: what is sent never collects in memory. */
function write(socket: WebSocket, data: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.send(data, (error) => (error ? reject(error) : resolve())));
}
