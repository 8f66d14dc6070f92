import { describe, expect, test } from 'vitest';
import { playing } from '../support/playing.ts';
import { Simulation } from '../support/simulation.ts';

function types(simulation: Simulation): string[] {
  return simulation.sent.map(({ type }) => type);
}

describe('session', () => {
  test('a session sends hello, then exchanges the time, then reports', () => {
    const simulation = new Simulation();
    simulation.run(1);
    const sent = types(simulation);
    expect(sent[0]).toBe('hello');
    expect(sent[1]).toBe('time');
    expect(sent).toContain('report');
    expect(simulation.session.state).toBe('idle');
  });

  test('the clock is synchronised within 300 ms of the welcome, also with 40 ms of delay in each direction', () => {
    const simulation = new Simulation({ delayUs: (_way, r) => 20_000 + 20_000 * r() });
    simulation.run(0.4);
    expect(simulation.session.clock.synced).toBe(true);
  });

  test('a session stays far below the limit of 200 messages a second', () => {
    const simulation = new Simulation();
    simulation.run(5);
    expect(simulation.sent.length).toBeLessThan(60);
  });

  test('a session reports each second, and at once when sound begins', () => {
    const { simulation, from } = playing();
    const first = simulation.reports.find(({ state }) => state === 'playing');
    expect(first?.stream).toBe(1);
    expect(first?.first_sound_us).toBeCloseTo(from, -3);
    expect(first?.position_us).toBeLessThan(from + 300_000);
    const before = simulation.reports.length;
    simulation.run(0.9);
    expect(simulation.reports.length - before).toBeLessThanOrEqual(2);
  });

  test('a found terminal exchanges the time and does not report', () => {
    const simulation = new Simulation();
    simulation.answerHello = () => simulation.send({ type: 'found' });
    simulation.run(10);
    expect(simulation.session.phase).toBe('found');
    expect(types(simulation)).not.toContain('report');
    const times = types(simulation).filter((type) => type === 'time').length;
    expect(times).toBeGreaterThan(8);
  });

  test('a session stores the secret of its adoption, sends it in the next hello, and deletes it when removed', () => {
    const simulation = new Simulation();
    simulation.answerHello = () => simulation.send({ type: 'found' });
    simulation.run(1);
    simulation.send({ type: 'adopted', secret: 'swordfish' });
    simulation.welcome();
    simulation.run(1);
    expect(simulation.session.phase).toBe('welcomed');
    simulation.cut();
    simulation.run(2);
    expect(simulation.sent.findLast(({ type }) => type === 'hello')).toMatchObject({ secret: 'swordfish' });
    simulation.send({ type: 'removed' });
    simulation.run(3);
    expect(simulation.sent.findLast(({ type }) => type === 'hello')).not.toHaveProperty('secret');
  });

  test('a session reads version and features of the server, and ignores fields of later versions', () => {
    const simulation = new Simulation();
    simulation.run(1);
    expect(simulation.session.server).toBeNull();
    const later = [
      { type: 'later.thing', stream: 1 },
      { type: 'constructor' },
      { type: 7 },
      { type: 'settings', settings: { name: 'Hall', ao_volume: 30, ai_volume: 50, later: {} }, later: true },
    ];
    for (const message of later) simulation.send(message as never);
    simulation.run(2);
    expect(simulation.session.phase).toBe('welcomed');
    expect(simulation.session.unknown).toBe(3);
    expect(simulation.session.settings?.ao_volume).toBe(30);
  });

  test('a session retries after a refusal with a time; without a time it waits for a person', () => {
    const simulation = new Simulation();
    const refuse = (retry_s: number | null) => () =>
      simulation.send({ type: 'refused', code: 'duplicate', message: 'in use', retry_s });
    simulation.answerHello = refuse(4);
    simulation.run(3);
    expect(types(simulation)).toEqual(['hello']);
    expect(simulation.session.refusal).toEqual({ code: 'duplicate', message: 'in use' });
    simulation.answerHello = refuse(null);
    simulation.run(60);
    expect(types(simulation)).toEqual(['hello', 'hello']);
    expect(simulation.session.phase).toBe('refused');
    simulation.answerHello = () => simulation.welcome();
    simulation.session.retry();
    simulation.run(1);
    expect(simulation.session.phase).toBe('welcomed');
    expect(simulation.session.refusal).toBeNull();
  });

  test('after flush and close, the sound stops at once, and the report is sent at once with the last counts', () => {
    const { simulation } = playing();
    const now = simulation.media;
    simulation.send({ type: 'stream.flush', stream: 1, from_us: now });
    simulation.send({ type: 'stream.close', stream: 1, at_us: now });
    simulation.run(0.16);
    expect(Math.max(...simulation.lastBlock)).toBeLessThan(1e-6);
    simulation.run(0.2);
    const last = simulation.reports.findLast(({ stream }) => stream === 1);
    expect(last).toMatchObject({ state: 'idle', received: 100, lost: 0 });
    simulation.run(1);
    expect(simulation.reports.at(-1)).toMatchObject({ state: 'idle', stream: null });
  });

  test("volume: the terminal's own, a stream's, and one set at the terminal, which is reported once", () => {
    const { simulation } = playing();
    const peak = () => Math.max(...simulation.lastBlock);
    expect(peak()).toBeCloseTo(0.5, 2);
    simulation.send({ type: 'settings', settings: { name: 'Hall', ao_volume: 50, ai_volume: 0 } });
    simulation.run(0.2);
    expect(peak()).toBeCloseTo(0.125, 2);
    simulation.send({ type: 'stream.volume', stream: 1, volume: 80 });
    simulation.run(0.2);
    expect(peak()).toBeCloseTo(0.32, 2);
    simulation.send({ type: 'stream.volume', stream: 1, volume: null });
    simulation.session.setVolume(100);
    simulation.run(0.3);
    expect(peak()).toBeCloseTo(0.5, 2);
    expect(simulation.reports.filter(({ volume }) => volume === 100)).toHaveLength(1);
  });

  test('a session answers commands', () => {
    const simulation = new Simulation();
    simulation.run(1);
    simulation.send({ type: 'command', request: 5, action: 'identify' });
    const later = 'dance'.repeat(60);
    simulation.sendText(JSON.stringify({ type: 'command', request: 7, action: later }));
    simulation.send({ type: 'command', request: 6, action: 'restart' });
    simulation.run(0.2);
    const results = simulation.sent.filter(({ type }) => type === 'result');
    expect(results).toEqual([
      { type: 'result', request: 5, ok: false, message: 'there is no sound output that is on' },
      { type: 'result', request: 7, ok: false, message: `unknown action ${later}`.slice(0, 200) },
      { type: 'result', request: 6, ok: true },
    ]);
    expect(simulation.restarts).toBe(1);
  });

  test('a session ignores messages of a later version', () => {
    const simulation = new Simulation();
    simulation.run(1);
    simulation.sendText('{"type":"weather","sun":true}');
    simulation.sendText('not JSON');
    simulation.run(2);
    expect(simulation.session.phase).toBe('welcomed');
  });

  test('a session sends bye when it stops', () => {
    const simulation = new Simulation();
    simulation.run(1);
    simulation.session.stop('off');
    simulation.run(0.1);
    expect(simulation.sent.at(-1)).toEqual({ type: 'bye', reason: 'off' });
    expect(simulation.session.phase).toBe('stopped');
  });
});
