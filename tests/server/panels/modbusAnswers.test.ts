import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { modbusPanel, newPanels } from '../../../contract/entities/terminals/panel.ts';
import { FrameReader } from '../../../server/edge/panels/modbus/modbusFrame.ts';
import { openModbusPanel } from '../../../server/edge/panels/modbus/modbusPanel.ts';
import type { PanelDriver } from '../../../server/edge/panels/panel.types.ts';

/** Wrong answers of a panel (docs/rules/panels.md#wrong-answers). */

const servers: Server[] = [];
const drivers: PanelDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.close();
  for (const server of servers.splice(0)) server.close();
});

type Answer = (request: Buffer) => Buffer | null;
/** Right answer for eight discrete inputs of which the first is active. */
const right: Answer = (request) =>
  Buffer.concat([request.subarray(0, 4), Buffer.from([0, 4, request[6] ?? 0, 2, 1, 0b1])]);
const changed = (change: (bytes: Buffer) => void): Answer => {
  return (request) => {
    const bytes = Buffer.from(right(request) ?? []);
    change(bytes);
    return bytes;
  };
};

/** Panel that answers as the test says; returns what the driver told. */
async function panelWith(
  answer: { of: Answer },
  reply = (socket: Socket, bytes: Buffer) => socket.write(bytes),
) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (request) => {
      const bytes = answer.of(request);
      if (bytes !== null) reply(socket, bytes);
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const told: string[] = [];
  drivers.push(
    openModbusPanel(
      modbusPanel.parse({ ...newPanels.modbus_tcp, panel_host: '127.0.0.1', port, poll_ms: 50 }),
      {
        ...{ policy: { allows: () => true }, contacts: [], active: new Set<number>() },
        lines: (inputs) => told.push(`works ${inputs.map(Number).join('')}`),
        lost: (error) => told.push(error),
      },
    ),
  );
  return told;
}

test.each<[string, Answer, string]>([
  ['an exception', changed((b) => (b[7] = 0x82)), 'panel.exception?code=1'],
  ['another unit', changed((b) => (b[6] = 9)), 'panel.wrongUnit?unit=9'],
  ['another function', changed((b) => (b[7] = 3)), 'panel.wrongAnswer'],
  ['another transaction', changed((b) => (b[0] = 0x77)), 'panel.wrongAnswer'],
  ['too few bytes', changed((b) => (b[8] = 2)), 'panel.wrongLength'],
  ['another protocol', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'panel.notModbus'],
  ['a length of zero', changed((b) => (b[5] = 0)), 'panel.notModbus'],
  ['half a frame', (request) => right(request)?.subarray(0, 8) ?? null, 'panel.incomplete'],
  ['nothing', () => null, 'radio.timeout'],
])('%s is one clear reason, and the panel works again with right answers', async (_, wrong, reason) => {
  const answer = { of: wrong };
  const told = await panelWith(answer);
  await expect.poll(() => told[0]).toBe(reason);
  answer.of = right;
  await expect.poll(() => told.at(-1)).toBe('works 10000000');
  // The loss was told by this one reason only.
  expect(new Set(told.filter((text) => !text.startsWith('works')))).toEqual(new Set([reason]));
});

test('answers in single bytes are put together', async () => {
  const told = await panelWith({ of: right }, (socket, bytes) => {
    socket.setNoDelay(true);
    for (const byte of bytes) socket.write(Buffer.from([byte]));
    return true;
  });
  await expect.poll(() => told).toContain('works 10000000');
});

test('a busy panel is asked again, and is not lost by one exception', async () => {
  let count = 0;
  const busy = changed((b) => {
    b[7] = 0x82;
    b[8] = 6;
  });
  const told = await panelWith({ of: (request) => (++count % 2 === 0 ? busy(request) : right(request)) });
  await expect.poll(() => told.length).toBeGreaterThan(5);
  expect(told.filter((text) => !text.startsWith('works'))).toEqual([]);
});

test('frames that are cut anywhere are read the same', () => {
  const bytes = Buffer.concat(
    [1, 2, 3].map((n) => right(Buffer.from([0, n, 0, 0, 0, 6, 1])) ?? Buffer.alloc(0)),
  );
  for (let cut = 0; cut <= bytes.length; cut++) {
    const reader = new FrameReader();
    const frames = [...reader.take(bytes.subarray(0, cut)), ...reader.take(bytes.subarray(cut))];
    expect(frames.map(({ transaction }) => transaction)).toEqual([1, 2, 3]);
  }
});
