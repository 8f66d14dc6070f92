import type { WebSocket } from 'ws';
import { afterReading } from '../../../platform/process/afterReading.ts';

/** Tells if the peer answers a ping within a time, ms. */
export function probeSocket(socket: WebSocket, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (alive: boolean) => {
      cancel();
      socket.off('pong', alives);
      socket.off('close', dies);
      resolve(alive);
    };
    const alives = () => answer(true);
    const dies = () => answer(false);
    const cancel = afterReading(withinMs, dies);
    socket.on('pong', alives);
    socket.on('close', dies);
    if (socket.readyState !== socket.OPEN) dies();
    // The 'close' event follows a failure and handles it.
    else socket.ping(undefined, undefined, () => {});
  });
}
