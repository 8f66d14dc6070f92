import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { PACKET_US, PACKETS_PER_MESSAGE, PROGRAMME_PACKET_BYTES } from '../../contract/protocol/audio.ts';
import { encodeAudioFrame, START_LEAD_US } from '../../contract/protocol/frames.ts';
import type { FromTerminal } from '../../contract/protocol/terminal.ts';
import { FIRST_LEAD_US } from '../../server/air/engine/stream/receiver.ts';
import { BareLead } from './bareLead.ts';
import { serveCalls } from './harness.ts';

/**
 * Minimum work of any server for the first sound: a bare `ws` loop in which a POST, without login, rights,
 * database or claims, opens a stream at every terminal with the same lead and sends the same packets
 * at the same pace.
 */
let packets: Uint8Array[] = [];
const now = () => Math.round(Number(process.hrtime.bigint() / 1000n));
const messageUs = PACKET_US * PACKETS_PER_MESSAGE;
const AHEAD_US = 2_000_000;
const lead = new BareLead();
let timer: NodeJS.Timeout | undefined;
let stream = 0;

const http = createServer((request, response) => {
  if (request.url === '/start') start(lead.us(false));
  else if (request.url === '/start/earlier') start(START_LEAD_US);
  else stop();
  response.end('{}');
});
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
http.listen(0, '127.0.0.1');

const sendJson = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

sockets.on('connection', (socket) => {
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const t1 = now();
    const message = JSON.parse(String(data)) as FromTerminal;
    const epoch = 'bare';
    if (message.type === 'time') sendJson(socket, { type: 'time', t0: message.t0, t1, t2: now(), epoch });
    else if (message.type === 'report') lead.take(socket, message);
    else if (message.type === 'hello') {
      const settings = { name: 'bare', ao_volume: 100, ai_volume: 80 };
      sendJson(socket, { type: 'welcome', terminal: 1, epoch, settings, site: 'bare' });
    }
  });
});

function start(leadUs: number): void {
  stream++;
  const from_us = Math.ceil(now() / 1000) * 1000 + leadUs;
  const open = JSON.stringify({
    ...{ type: 'stream.open', stream, broadcast: stream, title: 'bare', task_type: 3, priority: 1 },
    ...{ volume: 100, from_us, over: null },
  });
  for (const socket of sockets.clients) socket.send(open);
  let sent = 0;
  const begunUs = now();
  const send = () => {
    const aheadUs = Math.min(AHEAD_US, FIRST_LEAD_US + now() - begunUs);
    for (; sent * messageUs < now() + aheadUs - from_us; sent++) {
      const at = sent * PACKETS_PER_MESSAGE;
      const at_us = from_us + sent * messageUs;
      const five = packets.slice(at, at + PACKETS_PER_MESSAGE);
      if (five.length === 0) return;
      const frame = Buffer.from(encodeAudioFrame({ stream, at_us, packets: five }).buffer);
      for (const socket of sockets.clients) socket.send(frame);
    }
  };
  send();
  timer = setInterval(send, messageUs / 2000);
}

function stop(): void {
  clearInterval(timer);
  const close = JSON.stringify({ type: 'stream.close', stream, at_us: now() + 40_000 });
  for (const socket of sockets.clients) socket.send(close);
}

serveCalls({
  address: () => {
    const address = http.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  },
  /** Loads the programme, base64. */
  load(programme: string) {
    const bytes = Buffer.from(programme, 'base64');
    const count = Math.floor(bytes.length / PROGRAMME_PACKET_BYTES);
    packets = Array.from({ length: count }, (_, i) =>
      bytes.subarray(i * PROGRAMME_PACKET_BYTES, (i + 1) * PROGRAMME_PACKET_BYTES),
    );
  },
});
