import type { WebSocket } from 'ws';
import { textOf } from '../link/dial.ts';
import type { Arbiter } from './arbiter.ts';
import { toWitness } from './witnessMessages.ts';

/** Answers a proved machine of the pair with the verdict. @param key its public key */
export function serveWitness(socket: WebSocket, key: string, arbiter: Arbiter): void {
  socket.on('message', (data) => {
    const message = toWitness.safeParse(textOf(data)).data;
    if (message === undefined) return socket.terminate();
    if (message.type === 'beat') arbiter.beat(key, message);
    else if (message.type === 'claim') arbiter.claim(key);
    socket.send(JSON.stringify(arbiter.verdict));
  });
}
