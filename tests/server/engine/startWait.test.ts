import { beforeEach, describe, expect, it } from 'vitest';
import { taskType } from '../../../contract/codes.ts';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import type { Delivery, SoundCalling } from '../../../server/site/terminals/gateway/terminals.types.ts';
import { LiveFeed } from '../../../server/sound/source/liveFeed.ts';
import { FakeAir, item } from './fakeAir.ts';
import { FakeTerminal } from './fakeTerminal.ts';

/** Loudspeaker that is called, and answers when the test says so. */
class CalledTerminal extends FakeTerminal {
  state: SoundCalling['state'] = 'pending';
  /** Number of broadcasts for which it is called. */
  wanted = 0;
  override leadUs = 100_000;
  readonly calling: SoundCalling;

  constructor(id: number, now: () => number) {
    super(id, now);
    const state = () => this.state;
    this.calling = {
      get state() {
        return state();
      },
      prepare: () => {
        this.wanted++;
        return () => void this.wanted--;
      },
    };
  }

  delivery = (): Delivery => (this.state === 'ready' ? 'answered' : 'calling');
}

let air: FakeAir;
const called = (id: number, zone = 1) => {
  air.zones.set(id, zone);
  return air.connect(id, new CalledTerminal(id, () => air.clock.now())) as CalledTerminal;
};
const own = (id: number, zone = 1) => {
  air.zones.set(id, zone);
  return air.connect(id);
};
const song = [item('song', 60_000)];

/** Media time of the first packet of a programme that a terminal was sent, and its number in the programme. */
function firstSound(terminal: FakeTerminal): { at: number; packet: number } | undefined {
  for (let us = air.clock.now() - 60_000_000; us < air.clock.now() + 3_000_000; us += PACKET_US / 4) {
    const heard = terminal.heard(us).find(({ packet }) => packet >= 0);
    if (heard !== undefined) return { at: us, packet: heard.packet };
  }
  return undefined;
}

beforeEach(() => {
  air = new FakeAir();
  air.startWaits.set(1, 5);
});

describe('a start in a zone that waits', () => {
  it('begins when the loudspeakers that are called have answered, at all at once, with nothing left out', async () => {
    const [speaker, column] = [called(1), own(2)];
    const id = await air.start([1, 2], song);
    await air.pass(2_000);
    expect(air.live.get(id)).toMatchObject({ state: 'waiting', waiting_for: 1, position_ms: 0, silent: 2 });
    expect(air.reason(id, 2)).toEqual({ key: 'start_waits', params: { task: 'task 1' } });
    expect([speaker.wanted, column.messages]).toEqual([1, []]);
    speaker.state = 'ready';
    await air.pass(1_000);
    expect(air.live.get(id)).toMatchObject({ state: 'playing', waiting_for: 0 });
    expect(firstSound(column)).toMatchObject({ packet: 0 });
    expect(firstSound(speaker)).toEqual(firstSound(column));
    expect([speaker.late, speaker.wanted]).toEqual([0, 0]);
  });

  it('begins after the longest wait of the zone of each loudspeaker that does not answer', async () => {
    air.startWaits.set(2, 3);
    const [slow, dead, column] = [called(1, 1), called(2, 2), own(3, 2)];
    await air.start([1, 2, 3], song);
    await air.pass(2_900);
    expect(firstSound(column)).toBeUndefined();
    slow.state = 'ready';
    await air.pass(600);
    // The wait of the zone of the one that never answers is over.
    expect(firstSound(column)).toMatchObject({ packet: 0 });
    expect(firstSound(slow)).toEqual(firstSound(column));
    expect(dead.wanted).toBe(0);
  });

  it('does not wait for one that refuses or is offline, nor when all have answered already', async () => {
    const [refused, column] = [called(1), own(2)];
    refused.state = 'refused';
    called(3);
    air.disconnect(3);
    await air.start([1, 2, 3], song);
    await air.pass(500);
    expect(firstSound(column)).toMatchObject({ packet: 0 });
  });

  it('does not wait if another zone belongs to it, for an alarm, and for live speech', async () => {
    const column = own(2);
    called(1);
    own(4, 9);
    await air.start([1, 2, 4], song);
    await air.start([1, 2], song, { task_type: taskType.alarm });
    const feed = new LiveFeed({ now: () => air.clock.now(), stallMs: 1_000 });
    const talk = await air.speak([1, 2], feed);
    await air.pass(500);
    expect(column.messages.filter(({ type }) => type === 'stream.open')).toHaveLength(2);
    expect(air.live.get(talk)).toMatchObject({ waiting_for: 0 });
    expect(air.live.get(1)).toMatchObject({ waiting_for: 0 });
  });

  it('can be stopped, paused and moved on while it waits', async () => {
    const [speaker, column] = [called(1), own(2)];
    const stopped = await air.start([1, 2], song);
    await air.engine.stop(air.get(stopped));
    expect([speaker.wanted, air.live.has(stopped)]).toEqual([0, false]);
    const paused = await air.start([1, 2], [item('first', 60_000), item('second', 60_000)]);
    await air.engine.pause(air.get(paused));
    await air.engine.jump(air.get(paused), 'next');
    speaker.state = 'ready';
    await air.pass(500);
    expect([air.live.get(paused)?.state, firstSound(column)]).toEqual(['paused', undefined]);
    await air.engine.resume(air.get(paused));
    await air.pass(500);
    expect(column.heard(air.clock.now())).toMatchObject([{ path: 'second' }]);
  });

  it('ends when its last terminal is taken out, and goes on after a restart of the server', async () => {
    called(1);
    const id = await air.start([1, 2], song);
    await air.engine.takeOut(air.get(id), [1, 2]);
    expect(air.store.rows.get(id)).toMatchObject({ state: 'ended', end_reason: 'no_targets' });
    await air.start([1, 2], song);
    await air.pass(100);
    await air.restart(1_000);
    const column = own(2);
    await air.pass(500);
    expect(firstSound(column)).toBeDefined();
  });
});

describe('a loudspeaker that sounds long after a packet has arrived', () => {
  it('begins with the others where the zone waits, with its first packet in time', async () => {
    const [speaker, column] = [called(1), own(2)];
    speaker.state = 'ready';
    speaker.leadUs = 840_000;
    const beganUs = air.clock.now();
    await air.start([1, 2], song);
    expect(speaker.aheadUs).toBeGreaterThanOrEqual(beganUs + 840_000);
    await air.pass(1_000);
    expect(firstSound(speaker)).toEqual(firstSound(column));
    expect((firstSound(column)?.at ?? 0) - beganUs).toBeGreaterThanOrEqual(840_000);
  });

  it('joins in step elsewhere, and is sent alarms whole', async () => {
    air.startWaits.clear();
    const [speaker, column] = [called(1), own(2)];
    speaker.state = 'ready';
    speaker.leadUs = 840_000;
    await air.start([1, 2], song);
    await air.pass(1_500);
    const [joined, began] = [firstSound(speaker), firstSound(column)];
    expect(began).toMatchObject({ packet: 0 });
    expect(joined?.packet).toBeGreaterThan(25);
    expect((joined?.at ?? 0) - (began?.at ?? 0)).toBe((joined?.packet ?? 0) * PACKET_US);
    const alarm = await air.start([1, 2], [item('alarm', 60_000)], { task_type: taskType.alarm });
    const opened = [speaker, column].map(
      ({ messages }) =>
        messages.flatMap((one) =>
          one.type === 'stream.open' && one.stream === alarm ? [one.from_us] : [],
        )[0],
    );
    expect(opened[0]).toBe(opened[1]);
  });
});
