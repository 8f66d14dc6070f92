import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { serveCalls } from './harness.ts';

/** Links to a server that take `delay` ± `jitter` ms in each direction, in order, as TCP does. */
const [port = '0', delay = '80', jitter = '40'] = process.argv.slice(2);

function delayed(from: Socket, to: Socket): void {
  let due = 0;
  const waiting: Buffer[] = [];
  from.on('data', (chunk) => {
    const now = performance.now();
    due = Math.max(due, now + Number(delay) + (Math.random() * 2 - 1) * Number(jitter));
    waiting.push(chunk);
    // Timers of the same millisecond may fire in another order than they were set.
    setTimeout(() => to.write(waiting.shift() ?? ''), due - now);
  });
  from.on('error', () => {});
  from.on('close', () => to.destroy());
}

const server = createServer({ noDelay: true }, (client) => {
  const target = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  delayed(client, target);
  delayed(target, client);
});
server.listen(0, '127.0.0.1');

serveCalls({ address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
