import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { espaPanel, newPanels } from '../../../contract/entities/terminals/panel.ts';
import { blockOf, EspaReader } from '../../../server/edge/panels/espa/espaFrame.ts';
import { openEspaPanel } from '../../../server/edge/panels/espa/espaPanel.ts';
import type { PanelDriver } from '../../../server/edge/panels/panel.types.ts';
import { isLong } from '../../support/random.ts';

/** docs/rules/panels.md: the other side is played by the test, by the sections of the specification. */

const TURNS = isLong ? 1_000 : 10;

const servers: Server[] = [];
const drivers: PanelDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.close();
  for (const server of servers.splice(0)) server.close();
});

const SOH = '\x01';
const ACK = '\x06';
const NAK = '\x15';
const EOT = '\x04';
const records = (address: string, text: string, type: string) =>
  [
    ['1', address],
    ['2', text],
    ['4', type],
  ] as const;
const call = (address: string, text: string, type = '3') => blockOf('1', records(address, text, type));

/** Other side of the connection, and what the driver of station 2 told about its lines. */
async function otherSide(over: Partial<ReturnType<typeof espaPanel.parse>> = {}) {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const told: string[] = [];
  let socket: Socket | undefined;
  let heard = '';
  server.on('connection', (opened) => {
    socket = opened;
    heard = '';
    opened.on('error', () => undefined);
    opened.on('data', (bytes) => {
      heard += bytes.toString('latin1');
    });
  });
  const settings = {
    ...{ ...newPanels.espa_444, panel_host: '127.0.0.1', port },
    inputs: [
      { pager: '10', text: '' },
      { pager: '', text: 'smoke' },
    ],
    outputs: [{ pager: '99', text: 'ALARM' }],
    ...over,
  };
  const driver = openEspaPanel(espaPanel.parse(settings), {
    ...{ policy: { allows: () => true }, contacts: [], active: new Set<number>() },
    lines: (inputs, outputs) => {
      const text = `${inputs.map(Number).join('')} ${outputs.map(Number).join('')}`;
      if (told.at(-1) !== text) told.push(text);
    },
    lost: (error) => told.push(error),
  });
  drivers.push(driver);
  await expect.poll(() => socket).toBeDefined();
  return {
    driver,
    told,
    /** Sends, and waits for an answer that contains this; returns all of it. */
    async say(bytes: string | Buffer, expected: string): Promise<string> {
      heard = '';
      socket?.write(bytes);
      await expect.poll(() => heard).toContain(expected);
      return heard;
    },
    send: (bytes: string | Buffer) => socket?.write(bytes),
    heard: () => heard,
    async reconnected(): Promise<void> {
      const before = socket;
      before?.destroy();
      await expect.poll(() => socket !== before).toBe(true);
    },
  };
}

test('the example of a manufacturer is read', () => {
  // wiki.zenitel.com, "ESPA 4.4.4", message example (there without its check character).
  const bytes = Buffer.from(
    '013102311f3535301e321f43414c4c204d45203130311e331f331e341f331e351f331e361f3303',
    'hex',
  );
  const check = bytes.subarray(1).reduce((sum, byte) => sum ^ byte, 0);
  const reader = new EspaReader();
  // Even parity in the eighth bit, and one byte at a time.
  const tokens = [...bytes, check].flatMap((byte) => {
    const ones = byte.toString(2).replaceAll('0', '').length;
    return reader.take([byte | (ones % 2 === 1 ? 0x80 : 0)] as unknown as Uint8Array);
  });
  expect(tokens).toMatchObject([{ type: 'block', header: '1' }]);
  const [block] = tokens;
  expect(Object.fromEntries((block?.type === 'block' && block.records) || [])).toEqual({
    ...{ '1': '550', '2': 'CALL ME 101', '3': '3', '4': '3', '5': '3', '6': '3' },
  });
});

test('a poll without news is answered by EOT; a selected station takes calls and their reset', async () => {
  const { say, told } = await otherSide();
  expect(await say('2\x05', EOT)).toBe(EOT);
  expect(told).toEqual(['00 0']);
  expect(await say('1\x052\x05', ACK)).toBe(ACK);
  expect(await say(call('10', 'Corridor'), ACK)).toBe(ACK);
  await expect.poll(() => told.at(-1)).toBe('10 0');
  // The same call again is no further edge.
  await say(`${EOT}1\x052\x05`, ACK);
  await say(call('10', 'Corridor'), ACK);
  await say(`${EOT}1\x052\x05`, ACK);
  await say(call('77', 'SMOKE room 4'), ACK);
  await expect.poll(() => told.at(-1)).toBe('11 0');
  await say(`${EOT}1\x052\x05`, ACK);
  await say(call('10', '', '1'), ACK);
  // A reset without a message ends what its address started, and inputs that take any address.
  await expect.poll(() => told.at(-1)).toBe('00 0');
  expect(told).toEqual(['00 0', '10 0', '11 0', '00 0']);
});

test('a block with errors is refused as a transmission error, and taken when it is repeated', async () => {
  const { say, told } = await otherSide();
  await say('1\x052\x05', ACK);
  const broken = call('10', 'Corridor');
  broken[8] = (broken[8] ?? 0) ^ 1;
  expect(await say(broken, NAK)).toBe(`1${NAK}`);
  expect(told).toEqual(['00 0']);
  await say(call('10', 'Corridor'), ACK);
  await expect.poll(() => told.at(-1)).toBe('10 0');
});

test('an output is a call that is sent when this station is polled; it is on once it is acknowledged', async () => {
  const { say, told, driver, send } = await otherSide();
  await say('2\x05', EOT);
  driver.set([{ output: 1, on: true }]);
  expect(await say('2\x05', '\x05')).toBe('1\x05');
  const block = await say(ACK, SOH);
  expect(Buffer.from(block, 'latin1')).toEqual(blockOf('1', [...records('99', 'ALARM', '3'), ['6', '1']]));
  expect(told.at(-1)).toBe('00 0');
  expect(await say(ACK, EOT)).toBe(EOT);
  await expect.poll(() => told.at(-1)).toBe('00 1');
  driver.set([{ output: 1, on: false }]);
  await say('2\x05', '1\x05');
  expect(await say(ACK, SOH)).toContain('4\x1f1');
  send(ACK);
  await expect.poll(() => told.at(-1)).toBe('00 0');
});

test('as the control station it polls, takes calls of the other side, and selects it', async () => {
  const { say, told, driver, heard } = await otherSide({ polls: true, station: '1', peer_station: '2' });
  await expect.poll(heard).toContain('2\x05');
  await say('1\x05', ACK);
  await say(call('10', 'Corridor'), ACK);
  await expect.poll(() => told.at(-1)).toBe('10 0');
  await say(EOT, '2\x05');
  await say(EOT, '2\x05');
  driver.set([{ output: 1, on: true }]);
  await say(EOT, '1\x052\x05');
  await say(ACK, SOH);
  await say(ACK, EOT);
  await expect.poll(() => told.at(-1)).toBe('10 1');
});

test('inputs keep their state over a lost connection; silence and noise are reasons', async () => {
  const { say, told, send, reconnected } = await otherSide({ silence_s: 2 });
  await say('1\x052\x05', ACK);
  await say(call('10', 'Corridor'), ACK);
  await expect.poll(() => told.at(-1)).toBe('10 0');
  await reconnected();
  await say('2\x05', EOT);
  await expect.poll(() => told.slice(-2)).toEqual(['radio.cut', '10 0']);
  await expect.poll(() => told.at(-1)).toBe('panel.silent?n=2');
  await expect.poll(async () => send('x'.repeat(200)) !== undefined && told.at(-1)).toBe('panel.notEspa');
});

test(`unplugged ${TURNS} times: no call is lost, and none counts twice`, async () => {
  const { say, send, told, reconnected } = await otherSide();
  const select = '1\x052\x05';
  for (let turn = 0; turn < TURNS; turn++) {
    await say(select, ACK);
    // Every other call is under way when the connection ends; without its answer the other side repeats it.
    if (turn % 2 === 0) send(call('10', 'Corridor'));
    else await say(call('10', 'Corridor'), ACK);
    await reconnected();
    await say(select, ACK);
    await say(call('10', 'Corridor'), ACK);
    await expect.poll(() => told.at(-1)).toBe('10 0');
    await say(`${EOT}${select}`, ACK);
    await say(call('10', '', '1'), ACK);
    await expect.poll(() => told.at(-1)).toBe('00 0');
    await say(`${EOT}2\x05`, EOT);
  }
  const states = told.filter((line) => /^\d/.test(line));
  const edges = states.filter((line, i) => line === '10 0' && states[i - 1] !== line);
  expect(edges).toHaveLength(TURNS);
});
