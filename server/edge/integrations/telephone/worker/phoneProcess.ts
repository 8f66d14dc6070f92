import { createSocket, type Socket } from 'node:dgram';
import { type FromPhoneProcess, MAX_CALLS, type ToPhoneProcess } from '../phoneSound.types.ts';
import { PhoneLeg } from './phoneLeg.ts';

/** Process of the sound of telephone calls: what comes from outside is decoded here, not in the server. */

const legs = new Map<number, PhoneLeg>();
const closed = new Set<number>();
const tell = (message: FromPhoneProcess) => process.send?.(message);

function bound(port: number): Promise<Socket | null> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(null);
    });
    socket.bind(port, () => {
      socket.removeAllListeners('error');
      // Errors of single packets, such as those of a peer that has gone: its call ends by its own rules.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

async function open(call: number, first: number): Promise<void> {
  let socket: Socket | null = null;
  for (let i = 0; i < MAX_CALLS && socket === null; i++)
    socket = await bound(first === 0 ? 0 : first + 2 * i);
  if (socket === null) {
    tell({ type: 'opened', call, port: null });
    return;
  }
  if (closed.delete(call)) {
    socket.close();
    return;
  }
  const leg = new PhoneLeg(socket, {
    digit: (digit) => tell({ type: 'digit', call, digit }),
    packet: (packet) => tell({ type: 'packet', call, packet }),
  });
  legs.set(call, leg);
  tell({ type: 'opened', call, port: socket.address().port });
}

function handle(message: ToPhoneProcess): void {
  const { call } = message;
  const leg = legs.get(call);
  switch (message.type) {
    case 'open':
      void open(call, message.first_port);
      return;
    case 'remote':
      leg?.remote(message.remote);
      return;
    case 'tone':
      leg?.tone(message.tone);
      return;
    case 'listen':
      leg?.listen(message.is_on);
      return;
    case 'hear':
      leg?.hear(message.stream, message.mix, message.packet);
      return;
    case 'close':
      legs.delete(call);
      if (leg === undefined) closed.add(call);
      else leg.close();
  }
}

process.on('message', handle);
// The server has ended: its calls are gone.
process.on('disconnect', () => process.exit(0));
