import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** HTTP proxy in front of a server, as between a browser and a server of which a part hangs. */
export interface HangingProxy {
  url: string;
  /** From now on, requests of which this returns true are never answered. */
  hang(what: (method: string, path: string) => boolean): void;
  /** Requests that arrived, as `POST /v1/task/stop_all`. */
  readonly arrived: readonly string[];
  /** Number of requests without an answer that the browser still waits for. */
  readonly hanging: number;
  close(): Promise<void>;
}

export async function openHangingProxy(port: number): Promise<HangingProxy> {
  const arrived: string[] = [];
  const waiting = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let hangs: (method: string, path: string) => boolean = () => false;
  const to = ({ method, url: path, headers }: IncomingMessage) => ({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers,
  });
  const proxy = createServer((asked, answer) => {
    const [method, path] = [asked.method ?? '', asked.url ?? ''];
    arrived.push(`${method} ${path}`);
    if (hangs(method, path)) {
      waiting.add(answer);
      answer.on('close', () => waiting.delete(answer));
      return;
    }
    const far = request(to(asked), (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
    });
    far.on('error', () => answer.destroy());
    asked.pipe(far);
  });
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // Live rows and the microphone are web sockets.
  proxy.on('upgrade', ({ method, url, rawHeaders }: IncomingMessage, near: Socket, head: Buffer) => {
    const far = connect(port, '127.0.0.1');
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
    far.write(`${lines.join('\r\n')}\r\n\r\n`);
    far.write(head);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    hang(what) {
      hangs = what;
    },
    arrived,
    get hanging() {
      return waiting.size;
    },
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
