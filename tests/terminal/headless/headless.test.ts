import { expect, test } from 'vitest';
import { headlessSite, ready } from '../support/headlessSite.ts';
import { encodeSignal, sine } from '../support/opus.ts';

const site = headlessSite();

test('a terminal that does not decode counts packets and reports no level', async () => {
  const terminal = site.start({ decode: false });
  await terminal.until(ready);
  const packets = encodeSignal(sine(440, -16), 1);
  site.server.broadcast(3, packets);
  await site.server.until(
    () => site.server.guests[0]?.reports.some((r) => r.state === 'playing') ?? false,
    'playing',
  );
  await site.server.until(
    () => site.server.guests[0]?.reports.at(-1)?.received === packets.length,
    'all packets',
  );
  const hello = site.server.guests[0]?.messages[0];
  expect(hello?.type === 'hello' && hello.features).not.toContain('decode');
  expect(site.server.guests[0]?.reports.every((r) => r.level_db === null && r.first_sound_us === null)).toBe(
    true,
  );
});

test('the command restart reconnects with another boot; the command identify plays a tone', async () => {
  let loudest = 0;
  const listen = (samples: Float32Array) => {
    for (const x of samples) loudest = Math.max(loudest, Math.abs(x));
  };
  const terminal = site.start({ listen });
  await terminal.until(ready);
  site.server.sendAll({ type: 'command', request: 1, action: 'identify' });
  await terminal.until(() => loudest > 0.05);
  const first = site.server.guests[0]?.messages.find(({ type }) => type === 'hello');
  site.server.sendAll({ type: 'command', request: 2, action: 'restart' });
  await site.server.until(() => (site.server.guests[0]?.messages[0] ?? first) !== first, 'another hello');
  const second = site.server.guests[0]?.messages[0];
  expect(first?.type === 'hello' && second?.type === 'hello' && second.boot !== first.boot).toBe(true);
  await terminal.until(ready);
});

test('an adopted terminal keeps its secret and uses it at the next connection', async () => {
  site.server.onHello = (guest, { secret }) =>
    secret ? site.server.welcome(guest) : guest.send({ type: 'found' });
  const terminal = site.start();
  await terminal.until((t) => t.session.phase === 'found');
  site.server.sendAll({ type: 'adopted', secret: 'swordfish' });
  for (const guest of site.server.guests) site.server.welcome(guest);
  await terminal.until((t) => t.session.phase === 'welcomed');
  site.server.guests[0]?.socket.terminate();
  await terminal.until((t) => t.session.phase !== 'welcomed');
  await terminal.until(ready);
  expect(site.server.guests[0]?.messages[0]).toMatchObject({ secret: 'swordfish' });
});

test('a terminal sends bye when it is stopped', async () => {
  const terminal = site.start();
  await terminal.until(ready);
  const [guest] = site.server.guests;
  terminal.stop('stopped');
  await site.server.until(() => guest?.messages.at(-1)?.type === 'bye', 'bye');
});
