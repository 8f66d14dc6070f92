import { type WebSocket, WebSocketServer } from 'ws';
import { decodeAudioFrame, encodeAudioFrame } from '../../contract/protocol/frames.ts';
import type { FromTerminal } from '../../contract/protocol/terminal.ts';
import { serveCalls } from './harness.ts';

/**
 * Minimum work of any server for live speech: a bare `ws` loop that forwards each frame to all, to be heard a
 * fixed 100 ms after its arrival. No rights, database, claims, checks or jitter buffer.
 */
const LEAD_US = 100_000;
const now = () => Math.round(Number(process.hrtime.bigint() / 1000n));
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const listeners = new Set<WebSocket>();
let stream = 0;
let nextUs = 0;

const sendJson = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));
const toAll = (message: object) => {
  const text = JSON.stringify(message);
  for (const socket of listeners) socket.send(text);
};

server.on('connection', (socket) => {
  socket.on('error', () => {});
  socket.on('message', (data: Buffer, isBinary) => {
    const t1 = now();
    if (isBinary) return pass(data, t1);
    const message = JSON.parse(String(data)) as FromTerminal;
    const epoch = 'bare';
    if (message.type === 'time') sendJson(socket, { type: 'time', t0: message.t0, t1, t2: now(), epoch });
    else if (message.type === 'hello') {
      if (message.role === 0) listeners.add(socket);
      const settings = { name: 'bare', ao_volume: 100, ai_volume: 80 };
      sendJson(socket, { type: 'welcome', terminal: 1, epoch, settings, site: 'bare' });
    } else if (message.type === 'talk.start') {
      stream++;
      nextUs = 0;
      const open = {
        type: 'stream.open',
        stream,
        broadcast: stream,
        title: 'bare',
        task_type: 1,
        priority: 1,
      };
      toAll({ ...open, volume: 100, from_us: Math.ceil(t1 / 1000) * 1000 + LEAD_US, over: null });
      const { request } = message;
      sendJson(socket, { type: 'talk.granted', request, stream, targets: listeners.size });
    } else if (message.type === 'talk.stop') {
      toAll({ type: 'stream.close', stream, at_us: now() + 2 * LEAD_US });
      sendJson(socket, { type: 'talk.ended', stream, reason: 'finished', message: '' });
    }
  });
});

function pass(data: Buffer, at: number): void {
  const frame = decodeAudioFrame(data);
  if (frame === null) return;
  // Spaced by whole packets, on whole milliseconds; restarted when it falls behind.
  nextUs = nextUs >= at + LEAD_US / 2 ? nextUs : Math.ceil(at / 1000) * 1000 + LEAD_US;
  const bytes = Buffer.from(encodeAudioFrame({ stream, at_us: nextUs, packets: frame.packets }).buffer);
  nextUs += 20_000 * frame.packets.length;
  for (const socket of listeners) socket.send(bytes);
}

serveCalls({
  address: () => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  },
});
