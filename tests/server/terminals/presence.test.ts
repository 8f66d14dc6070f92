import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { TerminalClient } from '../../support/terminalClient.ts';
import { startGateway, type TestGateway, welcomed } from './support.ts';

let at: TestGateway;
afterEach(async () => {
  await at.close();
  expect(at.errors).toEqual([]);
});

test('a terminal that falls silent is offline, one that reports is not', async () => {
  at = await startGateway({ presenceMs: 600, sweepMs: 50 });
  at.know(1, 'SILENT');
  at.know(2, 'LIVELY');
  const silent = await welcomed(at, 'SILENT');
  const lively = await welcomed(at, 'LIVELY');
  const reports = setInterval(() => lively.report(), 50);
  try {
    await expect.poll(() => at.events).toContain('offline 1');
    await silent.closed();
    expect(at.gateway.link(1)).toBeUndefined();
    expect(at.gateway.link(2)).toBeDefined();
  } finally {
    clearInterval(reports);
  }
});

test('a connection that never says hello is closed', async () => {
  at = await startGateway({ helloMs: 200, sweepMs: 50 });
  const mute = new TerminalClient(at.url);
  expect(await mute.next('refused')).toMatchObject({ code: 'garbage' });
  await mute.closed();
});

test('a found terminal that falls silent leaves the list', async () => {
  at = await startGateway({ presenceMs: 1_000, sweepMs: 50 });
  const client = await TerminalClient.hello(at.url, { code: 'F-1' });
  await client.next('found');
  expect(at.found.size).toBe(1);
  await client.closed();
  expect(at.found.size).toBe(0);
});

test('a slow reader loses audio alone, is counted, and is cut off in the end', async () => {
  at = await startGateway({ stalledMs: 300, sweepMs: 50 });
  at.know(1, 'SLOW');
  at.know(2, 'QUICK');
  const quick = await welcomed(at, 'QUICK');
  const slow = await welcomed(at, 'SLOW');
  const link = at.gateway.link(1);
  slow.socket.pause();
  // What the system's own buffers take is not known: fill until the server's own is full.
  const frame = Buffer.alloc(60_000, 7);
  let sent = 0;
  while (link?.droppedFrames === 0) {
    link.sendAudio(frame);
    sent += 1;
    if (sent % 16 === 0) await new Promise(setImmediate);
  }
  expect(link?.bufferedBytes).toBeLessThan(65_536 + 2 * frame.length);
  at.gateway.link(2)?.sendAudio(frame);
  await quick.until(() => quick.frames.length === 1, 'the frame');
  await expect.poll(() => at.events).toContain('offline 1');
  slow.socket.resume();
  await slow.closed();
  await welcomed(at, 'SLOW', 'again');
  expect(at.gateway.link(1)?.droppedFrames).toBe(0);
});

test('who has stopped reading is given no more than the bound, whatever the network took, and is cut off', async () => {
  at = await startGateway({ stalledMs: 400, sweepMs: 50 });
  at.know(1, 'FROZEN');
  const frozen = await welcomed(at, 'FROZEN');
  const link = at.gateway.link(1);
  frozen.socket.pause();
  let given = 0;
  const reports = setInterval(() => {
    frozen.report();
    for (let i = 0; i < 10; i++) {
      const before = link?.droppedFrames;
      link?.sendAudio(Buffer.alloc(1_000, 1));
      if (link?.droppedFrames === before && at.gateway.link(1) !== undefined) given += 1_000;
    }
  }, 10);
  try {
    await expect.poll(() => at.events).toContain('offline 1');
    expect(link?.droppedFrames).toBeGreaterThan(0);
    expect(given).toBeLessThanOrEqual(65_536 + 1_000);
  } finally {
    clearInterval(reports);
    frozen.socket.resume();
  }
});

test('who reads is given all, however much it is', async () => {
  // Time enough for a reader that a busy machine keeps waiting.
  at = await startGateway({ sweepMs: 50 });
  at.know(1, 'READS');
  const reads = await welcomed(at, 'READS');
  const link = at.gateway.link(1);
  for (let i = 1; i <= 50; i++) {
    for (let n = 0; n < 20; n++) link?.sendAudio(Buffer.alloc(1_000, 1));
    await reads.until(() => reads.frames.length === i * 20, 'the frames');
    // Its pongs are before this in the connection.
    reads.send({ type: 'time', t0: i });
    await reads.next('time');
  }
  expect(link?.droppedFrames).toBe(0);
  expect(at.events).not.toContain('offline 1');
});

test('a connection that is dropped in the middle of the handshake leaves nothing behind', async () => {
  at = await startGateway();
  const { port } = new URL(at.url);
  const raw = connect(Number(port), '127.0.0.1');
  raw.write(
    'GET /v1/terminal HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await new Promise((resolve) => raw.once('data', resolve));
  raw.destroy();
  const client = await TerminalClient.hello(at.url, { code: 'F-1' });
  await client.next('found');
  expect(at.events).toEqual([]);
});

test('a reader that takes nothing is cut off however little waits for it', async () => {
  at = await startGateway({ stalledMs: 300, sweepMs: 50 });
  at.know(1, 'STUCK');
  const stuck = await welcomed(at, 'STUCK');
  const link = at.gateway.link(1);
  stuck.socket.pause();
  const reports = setInterval(() => stuck.report(), 50);
  try {
    link?.sendAudio(Buffer.alloc(10_000));
    await expect.poll(() => at.events).toContain('offline 1');
    expect(link?.droppedFrames).toBe(0);
  } finally {
    clearInterval(reports);
    stuck.socket.resume();
  }
});

test('a report has an age, which no other sign of life makes less', async () => {
  at = await startGateway({ sweepMs: 50 });
  at.know(1, 'MUTE');
  const client = await welcomed(at, 'MUTE');
  const age = () => at.gateway.link(1)?.reportAgeMs ?? -1;
  client.report();
  await expect.poll(() => at.events).toContain('report 1 idle');
  await expect.poll(age).toBeGreaterThan(200);
  client.send({ type: 'time', t0: 1 });
  await client.next('time');
  const before = age();
  expect(before).toBeGreaterThan(200);
  client.report();
  await expect.poll(age).toBeLessThan(before);
});
