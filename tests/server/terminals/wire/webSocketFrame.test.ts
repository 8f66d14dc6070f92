import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { binaryMessage, textMessage } from '../../../../server/site/terminals/gateway/webSocketFrame.ts';

test('texts and bytes of every length arrive as they were sent, a repeated text too', async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const connected = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const received: (string | number)[] = [];
  client.on('message', (data: Buffer, isBinary) => received.push(isBinary ? data.length : String(data)));
  const [, request] = (await connected) as [WebSocket, { socket: Socket }];
  const texts = [
    '',
    'a',
    'b'.repeat(125),
    'c'.repeat(126),
    '紧急疏散 대피'.repeat(40),
    'd'.repeat(70_000),
    'a',
  ];
  for (const text of texts) request.socket.write(textMessage(text));
  for (const length of [125, 126, 65_536]) request.socket.write(binaryMessage(new Uint8Array(length)));
  await expect.poll(() => received.length).toBe(texts.length + 3);
  expect(received).toEqual([...texts, 125, 126, 65_536]);
  client.terminate();
  server.close();
  http.close();
});
