import { WebSocketServer } from 'ws';
import { PACKET_US, PACKETS_PER_MESSAGE, PROGRAMME_PACKET_BYTES } from '../../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../../contract/protocol/terminal.ts';
import { serveCalls } from './harness.ts';

/**
 * Baseline of the fan-out: a bare `ws` loop. It sends each client the same bytes at the same rate as a
 * broadcast, and parses every report; nothing else.
 */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const welcome = JSON.stringify({
  type: 'welcome',
  terminal: 1,
  epoch: 'bare',
  settings: { name: 'bare', ao_volume: 80, ai_volume: 80 },
  site: 'bare',
});
const open = JSON.stringify({ type: 'stream.open', stream: 1, title: 'bare' });
const close = JSON.stringify({ type: 'stream.close', stream: 1, at_us: 0 });
const packet = Buffer.alloc(PROGRAMME_PACKET_BYTES, 0x55);
const packets = Array.from({ length: PACKETS_PER_MESSAGE }, () => packet);
const messageUs = PACKET_US * PACKETS_PER_MESSAGE;
let parsed = 0;
let timer: NodeJS.Timeout | undefined;

server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string; t0?: number };
    if (message.type === 'hello') socket.send(welcome);
    else if (message.type === 'time')
      socket.send(JSON.stringify({ type: 'time', t0: message.t0, t1: 0, t2: 0 }));
    else parsed += 1;
  });
  socket.on('error', () => {});
});

serveCalls({
  address: () => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? `ws://127.0.0.1:${address.port}` : '';
  },
  start() {
    for (const socket of server.clients) socket.send(open);
    const start = performance.now();
    let sent = 0;
    timer = setInterval(() => {
      for (; sent * messageUs < (performance.now() - start) * 1000; sent++) {
        const frame = Buffer.from(encodeAudioFrame({ stream: 1, at_us: sent * messageUs, packets }).buffer);
        for (const socket of server.clients) socket.send(frame);
      }
    }, messageUs / 2000);
  },
  stop() {
    clearInterval(timer);
    for (const socket of server.clients) socket.send(close);
  },
  parsed: () => parsed,
});
