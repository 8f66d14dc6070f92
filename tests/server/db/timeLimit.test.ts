import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { DatabaseLate, withTimeLimit } from '../../../server/platform/db/timeLimit.ts';

const never = () => new Promise<never>(() => {});

test('work without an answer is given up after its time', async () => {
  await expect(withTimeLimit(never(), 20)).rejects.toThrow(DatabaseLate);
  await expect(withTimeLimit(never(), 0)).rejects.toThrow(DatabaseLate);
  await expect(withTimeLimit(Promise.resolve(1), 20)).resolves.toBe(1);
});

test('an answer that arrived while the process was held up is in time', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[peer]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  try {
    const answer = once(client, 'data');
    peer.write('answer');
    const limited = withTimeLimit(answer, 20);
    const heldUntil = performance.now() + 100;
    while (performance.now() < heldUntil);
    expect(String((await limited)[0])).toBe('answer');
  } finally {
    client.destroy();
    server.close();
  }
});
