import { once } from 'node:events';
import { createServer, request as get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

export type Message = Record<string, unknown> & { type: string };

/** Fault of a terminal: what becomes of its messages and of those to it. An empty list drops a message. */
export interface Fault {
  fromTerminal?(message: Message): unknown[];
  toTerminal?(message: Message): unknown[];
  /** Payload of its pongs; absent: that of the ping. */
  pong?: string;
  /** Time by which its pongs are late, ms. */
  pongDelayMs?: number;
  /** Origin header of its connections. */
  origin?: string;
  path?: string;
  /** Changes the path or the headers of a download that it asks for. */
  download?(url: URL, headers: IncomingMessage['headers']): void;
  /** Header that replaces one of the server's answers to downloads. */
  retryAfter?: string;
}

/** Passes a download on to the server at `port`. */
function forward(port: number, fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
  const headers = { ...request.headers };
  fault.download?.(url, headers);
  const answer = get(url, { headers, agent: false }, (from) => {
    const isBusy = from.headers['retry-after'] !== undefined && fault.retryAfter !== undefined;
    response.writeHead(from.statusCode ?? 502, {
      ...from.headers,
      ...(isBusy ? { 'retry-after': fault.retryAfter } : {}),
    });
    from.on('error', () => response.destroy());
    from.pipe(response);
  });
  answer.on('error', () => response.destroy());
  response.on('close', () => answer.destroy());
  answer.end();
}

/** Stands between a good terminal and a server at `port`, and gives the terminal a fault. */
export async function faultyLink(port: number, fault: Fault): Promise<{ url: string; stop(): void }> {
  const http = createServer((request, response) => forward(port, fault, request, response));
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const open = new Set<WebSocket>();
  sockets.on('connection', (terminal) => {
    const server = new WebSocket(`ws://127.0.0.1:${port}${fault.path ?? '/v1/terminal'}`, {
      perMessageDeflate: false,
      autoPong: false,
      ...(fault.origin === undefined ? {} : { origin: fault.origin }),
    });
    const waiting: (string | Buffer)[] = [];
    const toServer = (data: string | Buffer) => {
      if (server.readyState === WebSocket.OPEN) server.send(data);
      else waiting.push(data);
    };
    server.on('open', () => {
      for (const data of waiting.splice(0)) server.send(data);
    });
    server.on('ping', (payload: Buffer) => {
      const pong = () => server.readyState === WebSocket.OPEN && server.pong(fault.pong ?? payload);
      if (fault.pongDelayMs === undefined) pong();
      else setTimeout(pong, fault.pongDelayMs);
    });
    terminal.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) return toServer(data);
      const message = JSON.parse(data.toString()) as Message;
      for (const one of fault.fromTerminal?.(message) ?? [message]) toServer(JSON.stringify(one));
    });
    server.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) return terminal.send(data);
      const message = JSON.parse(data.toString()) as Message;
      for (const one of fault.toTerminal?.(message) ?? [message]) terminal.send(JSON.stringify(one));
    });
    for (const [one, other] of [
      [terminal, server],
      [server, terminal],
    ] as const) {
      open.add(one);
      one.on('close', () => other.terminate());
      one.on('error', () => other.terminate());
    }
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    stop: () => {
      for (const socket of open) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      http.close();
    },
  };
}
