import { beforeEach, describe, expect, it } from 'vitest';
import { decodeAudioFrame, LONGEST_LEAD_US, MAX_LEAD_US } from '../../../contract/protocol/frames.ts';
import type { ToTerminal } from '../../../contract/protocol/terminal.ts';
import { FakeAir, item } from './fakeAir.ts';
import { FakeTerminal } from './fakeTerminal.ts';

/** A restart of the server in the same epoch, and terminals that come back with sound in reserve. */
let air: FakeAir;
beforeEach(() => {
  air = new FakeAir();
});
const hour = 3_600_000;
const list = () => [item('a', 7_300), item('b', 4_020), item('c', hour)];

function terminal(id: number): FakeTerminal {
  const link = new FakeTerminal(id, () => air.clock.now());
  link.reserveUs = LONGEST_LEAD_US;
  return link;
}
/** Packets that it was sent, by media time. */
function packetsOf({ frames }: FakeTerminal): Map<number, string> {
  const packets = new Map<number, string>();
  for (const bytes of frames) {
    const frame = decodeAudioFrame(bytes);
    for (const [i, packet] of (frame?.packets ?? []).entries())
      packets.set((frame?.at_us ?? 0) + i * 20_000, Buffer.from(packet).toString('hex'));
  }
  return packets;
}
const endOf = (link: FakeTerminal) => Math.max(...packetsOf(link).keys()) + 20_000;
type Open = Extract<ToTerminal, { type: 'stream.open' }>;
const openOf = ({ messages }: FakeTerminal) =>
  messages.find((one): one is Open => one.type === 'stream.open');
/** Comes back with the sound that it was sent before. */
function comesBack(old: FakeTerminal, id: number, receivedUs: number): FakeTerminal {
  const link = terminal(old.terminalId);
  link.held = { receivedUs, untilUs: new Map([[id, endOf(old)]]) };
  air.connect(old.terminalId, link);
  link.held = null;
  return link;
}

describe('a restart in the same epoch', () => {
  it('makes the same packets for the same times, through the ends of items', async () => {
    const before = air.connect(1, terminal(1));
    await air.start([1], list(), { interval_ms: 310, loop: 1 });
    await air.pass(6_000);
    await air.restart(230, true);
    const after = air.connect(1, terminal(1));
    await air.pass(9_000);
    const [old, fresh] = [packetsOf(before), packetsOf(after)];
    const both = [...fresh.keys()].filter((at) => old.has(at));
    expect(both.length).toBeGreaterThan(100);
    for (const at of both) expect(fresh.get(at)).toBe(old.get(at));
    expect(Math.max(...fresh.keys())).toBeGreaterThan(Math.max(...old.keys()));
  });

  it('continues after the sound that a terminal has, without a packet less or more', async () => {
    const before = air.connect(1, terminal(1));
    const id = await air.start([1], list());
    await air.pass(12_000);
    const received = air.clock.now();
    await air.restart(2_340, true);
    const after = comesBack(before, id, received);
    await air.pass(6_000);
    const [old, fresh] = [packetsOf(before), packetsOf(after)];
    const end = Math.max(...old.keys()) + 20_000;
    expect(openOf(after)?.from_us).toBe(end);
    expect(Math.min(...fresh.keys())).toBe(end);
    expect(after.messages.map(({ type }) => type)).toEqual(['stream.open']);
    for (let at = end; at <= Math.max(...fresh.keys()); at += 20_000) expect(fresh.has(at)).toBe(true);
    expect(after.late).toBe(0);
  });

  it('sends nothing while another server may lead', async () => {
    const link = air.connect(1, terminal(1));
    air.leadsAlone = false;
    await air.start([1], list());
    await air.pass(1_000);
    expect([link.messages, link.frames]).toEqual([[], []]);
    air.leadsAlone = true;
    await air.pass(1_000);
    expect(openOf(link)).toBeDefined();
    expect(packetsOf(link).size).toBeGreaterThan(0);
  });

  it('lets a terminal drop sound that has changed since, and a pause stays', async () => {
    const before = air.connect(1, terminal(1));
    const id = await air.start([1], list());
    await air.pass(8_000);
    const received = air.clock.now();
    air.disconnect(1);
    await air.pass(1_000);
    await air.engine.jump(air.get(id), 'next');
    await air.pass(500);
    const after = comesBack(before, id, received);
    await air.pass(200);
    const open = openOf(after);
    expect(after.messages[0]).toEqual({ type: 'stream.flush', stream: id, from_us: open?.from_us });
    expect((open?.from_us ?? 0) - air.clock.now()).toBeLessThan(300_000);

    air.disconnect(1);
    await air.engine.pause(air.get(id));
    await air.restart(500, true);
    const paused = comesBack(after, id, air.clock.now());
    await air.pass(1_000);
    expect(paused.frames).toEqual([]);
    expect(paused.messages).toEqual([]);
  });
});

describe('sound sent ahead', () => {
  it('reaches ten seconds at a terminal that stores it, two seconds at another, and both start at once', async () => {
    const [far, near] = [air.connect(1, terminal(1)), air.connect(2)];
    await air.start([1, 2], list());
    await air.pass(300);
    expect(air.now(1)).toHaveLength(1);
    expect(air.now(1)).toEqual(air.now(2));
    await air.pass(20_000);
    const aheadOf = (link: FakeTerminal) => endOf(link) - air.clock.now();
    expect(aheadOf(near)).toBeLessThanOrEqual(MAX_LEAD_US + 120_000);
    expect(aheadOf(far)).toBeLessThanOrEqual(LONGEST_LEAD_US + 120_000);
    expect(aheadOf(far)).toBeGreaterThan(LONGEST_LEAD_US - 200_000);
    expect(near.late + far.late).toBe(0);
  });

  it('stays at two seconds while the terminal does not confirm what it was sent', async () => {
    const link = air.connect(1, terminal(1));
    link.unconfirmedBytes = 20_000;
    await air.start([1], list());
    await air.pass(20_000);
    expect(endOf(link) - air.clock.now()).toBeLessThanOrEqual(MAX_LEAD_US + 120_000);
    expect(air.now(1)).toHaveLength(1);
  });

  it('is taken back at once by a pause and by an alarm', async () => {
    const link = air.connect(1, terminal(1));
    const id = await air.start([1], list());
    await air.pass(20_000);
    await air.engine.pause(air.get(id));
    expect(link.messages.at(-1)).toMatchObject({ type: 'stream.flush', stream: id });
    await air.pass(100);
    expect(air.now(1)).toEqual([]);
    await air.engine.resume(air.get(id));
    await air.pass(20_000);
    const alarm = await air.start([1], [item('fire', hour)], { task_type: 3, alarm_id: 1, priority: 100 });
    await air.pass(300);
    expect(air.now(1)).toMatchObject([{ stream: alarm }]);
  });
});
