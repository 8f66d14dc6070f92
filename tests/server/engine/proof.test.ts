import { beforeEach, describe, expect, it } from 'vitest';
import { taskType } from '../../../contract/codes.ts';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import type { Report } from '../../../contract/protocol/terminal.ts';
import { FakeAir, item } from './fakeAir.ts';

let air: FakeAir;
beforeEach(() => {
  air = new FakeAir();
});
const hour = 3_600_000;

function stateOf(id: number, terminal: number) {
  const b = air.get(id);
  const target = b.targets.get(terminal);
  if (target === undefined) throw new Error('no target');
  return { state: air.engine.stateOf(b, target), reason: air.engine.reasonOf(b, target).key };
}
const targetOf = (id: number, terminal: number) => air.get(id).targets.get(terminal)?.proof();

/** Sends a report of a terminal that has played since `firstUs`. */
function plays(terminal: number, stream: number, firstUs: number, over: Partial<Report> = {}): void {
  const position_us = air.clock.now();
  const received = Math.round((position_us - firstUs) / PACKET_US);
  air.report(terminal, { stream, position_us, received, first_sound_us: firstUs, level_db: -20, ...over });
}

describe('validity of reports', () => {
  it.each([
    ['a broadcast', taskType.realTime, 3, 6],
    ['an alarm', taskType.alarm, 2, 4],
  ])('%s: unknown without a report, later silent', async (_name, task_type, unknownS, silentS) => {
    const link = air.connect(1);
    const id = await air.start([1], [item('a', hour)], { task_type });
    await air.pass(1000);
    plays(1, id, air.clock.now() - 800_000);
    expect(stateOf(id, 1)).toEqual({ state: 'sounding', reason: 'playing' });
    link.reportAgeMs = unknownS * 1000 + 1;
    expect(stateOf(id, 1)).toEqual({ state: 'unknown', reason: 'no_report' });
    await air.pass(2000);
    expect(air.live.get(id)).toMatchObject({ targets: 1, sounding: 0, unknown: 1, silent: 0 });
    link.reportAgeMs = silentS * 1000 + 1;
    expect(stateOf(id, 1)).toEqual({ state: 'silent', reason: 'no_report' });
    link.reportAgeMs = 0;
    plays(1, id, air.clock.now() - 3_000_000);
    expect(stateOf(id, 1).state).toBe('sounding');
  });

  it('a terminal whose relay is lost says so, and not that it has failed', async () => {
    const id = await air.start([1, 2], [item('a', hour)], { task_type: taskType.realTime });
    air.lostRelays.set(1, 'North house');
    expect(stateOf(id, 1)).toEqual({ state: 'behind_relay', reason: 'behind_relay' });
    expect(stateOf(id, 2)).toEqual({ state: 'offline', reason: 'offline' });
    await air.pass(600);
    expect(air.live.get(id)).toMatchObject({ targets: 2, offline: 1, behind_relay: 1 });
  });

  it('a change is published within a second, without any other event', async () => {
    const link = air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    await air.pass(1000);
    plays(1, id, air.clock.now());
    await air.pass(600);
    expect(air.live.get(id)).toMatchObject({ sounding: 1, unknown: 0 });
    link.reportAgeMs = 3001;
    await air.pass(600);
    expect(air.live.get(id)).toMatchObject({ sounding: 0, unknown: 1 });
  });

  it('the report after a gap is credited with one second, not with the gap', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    await air.pass(1000);
    const firstUs = air.clock.now() - 500_000;
    plays(1, id, firstUs);
    expect(targetOf(id, 1)?.played_ms).toBe(500);
    await air.pass(47_000);
    plays(1, id, firstUs);
    expect(targetOf(id, 1)?.played_ms).toBe(1500);
    await air.pass(1000);
    plays(1, id, firstUs);
    expect(targetOf(id, 1)?.played_ms).toBe(2500);
  });

  it('the same holds for the first report of an opening long after its first sound', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    await air.pass(40_000);
    plays(1, id, air.clock.now() - 39_000_000);
    expect(targetOf(id, 1)?.played_ms).toBe(1000);
  });

  it('a terminal whose reports no longer mention the broadcast does not sound', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    await air.pass(1000);
    plays(1, id, air.clock.now());
    expect(stateOf(id, 1).state).toBe('sounding');
    air.report(1, { stream: null, state: 'idle' });
    expect(stateOf(id, 1).state).toBe('silent');
  });

  it('terminals in unknown state at the end were not heard to the end', async () => {
    const link = air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    await air.pass(1000);
    plays(1, id, air.clock.now());
    link.reportAgeMs = 3500;
    await air.engine.stop(air.get(id));
    await air.pass(3000);
    expect(air.store.proofs.get(id)?.get(1)?.reason).toMatch(/^no_report/);
  });
});

describe('playing inaudibly', () => {
  it('is silent, was never heard, and has its reason', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    air.states.set(1, { audible: false, mute: 'muted' });
    for (let i = 0; i < 12; i++) {
      await air.pass(1000);
      plays(1, id, air.clock.now() - 500_000, { level_db: -120 });
    }
    expect(stateOf(id, 1)).toEqual({ state: 'silent', reason: 'muted' });
    expect(targetOf(id, 1)).toMatchObject({ first_sound_at: null, played_ms: 0 });
    air.states.set(1, { audible: false, mute: 'no_level' });
    expect(stateOf(id, 1)).toEqual({ state: 'silent', reason: 'no_level' });
    await air.engine.stop(air.get(id));
    await air.pass(3000);
    expect(air.store.proofs.get(id)?.get(1)).toMatchObject({ first_sound_at: null });
    expect(air.store.proofs.get(id)?.get(1)?.reason).toMatch(/^no_level/);
  });

  it('counts from the time it can be heard', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    air.states.set(1, { audible: false, mute: 'muted' });
    const firstUs = air.clock.now() + 200_000;
    await air.pass(2000);
    plays(1, id, firstUs);
    air.states.set(1, { audible: true, mute: null });
    await air.pass(1000);
    plays(1, id, firstUs);
    const heard = air.time.ms;
    await air.pass(1000);
    plays(1, id, firstUs);
    expect(targetOf(id, 1)).toMatchObject({ played_ms: 1000, first_sound_at: heard });
  });
});

describe('samples missed by the sound card', () => {
  it('are summed over the openings, and count as not heard; old terminals do not report them', async () => {
    air.connect(1);
    air.connect(2);
    const id = await air.start([1, 2], [item('a', hour)]);
    const firstUs = air.get(id).from_us ?? 0;
    await air.pass(1200);
    plays(1, id, firstUs, { gaps: 2, missed_ms: 70 });
    plays(2, id, firstUs);
    await air.pass(1000);
    plays(1, id, firstUs, { gaps: 3, missed_ms: 100 });
    plays(2, id, firstUs);
    expect(targetOf(id, 1)).toMatchObject({ gaps: 3, missed_ms: 100, played_ms: 2000 - 100 });
    expect(targetOf(id, 2)).toMatchObject({ gaps: null, missed_ms: null, played_ms: 2000 });
    air.disconnect(1);
    air.connect(1);
    await air.pass(1000);
    const again_us = air.clock.now() - 500_000;
    plays(1, id, again_us, { gaps: 1, missed_ms: 10 });
    expect(targetOf(id, 1)).toMatchObject({ gaps: 4, missed_ms: 110, played_ms: 1900 + 500 - 10 });
    await air.pass(11_000);
    expect(air.store.proofs.get(id)?.get(1)).toMatchObject({ gaps: 4, missed_ms: 110 });
    expect(air.store.proofs.get(id)?.get(2)).toMatchObject({ gaps: null, missed_ms: null });
  });
});
