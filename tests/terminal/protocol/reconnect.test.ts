import { describe, expect, test } from 'vitest';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { playing } from '../support/playing.ts';
import { Simulation } from '../support/simulation.ts';

describe('a lost connection', () => {
  test('the terminal plays from its buffer after a lost link, and reconnects within seconds of the server start', () => {
    const { simulation } = playing();
    simulation.up = false;
    simulation.cut();
    simulation.run(0.5);
    expect(simulation.session.phase).toBe('waiting');
    expect(simulation.session.state).toBe('playing');
    simulation.run(120);
    expect(simulation.session.state).toBe('idle');
    simulation.up = true;
    simulation.run(3.5);
    expect(simulation.session.phase).toBe('welcomed');
  });

  test('the terminal closes a silent connection', () => {
    const simulation = new Simulation();
    simulation.run(1);
    simulation.mute = true;
    simulation.run(9);
    expect(simulation.session.phase).toBe('waiting');
    simulation.mute = false;
    simulation.run(12);
    expect(simulation.session.phase).toBe('welcomed');
  });

  test('a terminal whose thread was held up reads what arrived meanwhile before it gives up the connection', () => {
    const simulation = new Simulation();
    simulation.run(1);
    const hellos = () => simulation.sent.filter(({ type }) => type === 'hello').length;
    const before = hellos();
    for (let i = 0; i < 3; i++) {
      simulation.at(simulation.now + 9_000_000, () => simulation.welcome());
      simulation.held(10);
      simulation.run(0.1);
      expect(simulation.session.phase).toBe('welcomed');
    }
    expect(hellos()).toBe(before);
  });

  test('the same server opens the stream again: sound continues without a gap', () => {
    const { simulation, from } = playing();
    simulation.answerHello = () => {
      simulation.welcome();
      const again = simulation.media + 200_000 - ((simulation.media + 200_000 - from) % PACKET_US);
      simulation.open(1, again);
      simulation.sendProgramme(1, again, again + 150 * PACKET_US);
    };
    let silent = 0;
    simulation.listen = (samples) => {
      for (let i = 0; i < samples.length; i += 480) {
        if (samples.slice(i, i + 480).every((x) => Math.abs(x) < 0.05)) silent++;
      }
    };
    simulation.cut();
    simulation.run(2);
    expect(simulation.session.state).toBe('playing');
    expect(silent).toBe(0);
  });

  test('a server that continues what the terminal has: 5 s of sound outlast the loss, without a gap or a jump', () => {
    const { simulation, from } = playing();
    simulation.sendProgramme(1, from + 100 * PACKET_US, from + 300 * PACKET_US);
    simulation.run(0.2);
    simulation.up = false;
    simulation.cut();
    simulation.at(simulation.now + 3_000_000, () => {
      simulation.up = true;
    });
    let until: number | undefined;
    simulation.answerHello = () => {
      simulation.welcome();
      const hello = simulation.sent.findLast((one) => one.type === 'hello');
      until = hello?.held?.streams[0]?.until_us;
      expect(hello?.held).toMatchObject({ epoch: 'a', streams: [{ stream: 1 }] });
      simulation.open(1, until ?? 0);
      simulation.sendProgramme(1, until ?? 0, (until ?? 0) + 100 * PACKET_US);
    };
    let silent = 0;
    simulation.listen = (samples) => {
      for (let i = 0; i < samples.length; i += 480)
        if (samples.slice(i, i + 480).every((x) => Math.abs(x) < 0.05)) silent++;
    };
    simulation.heard.length = 0;
    simulation.run(6.5);
    expect(until).toBe(from + 300 * PACKET_US);
    expect(silent).toBe(0);
    expect(simulation.heard.length).toBeGreaterThan(3);
    for (const { errorUs } of simulation.heard) expect(Math.abs(errorUs)).toBeLessThan(300);
    expect(simulation.reports.at(-1)).toMatchObject({ state: 'playing', lost: 0, late: 0, gaps: 0 });
  });

  test('sound in reserve of a stream that is not opened again ends a second after the welcome', () => {
    const { simulation, from } = playing();
    simulation.sendProgramme(1, from + 100 * PACKET_US, from + 400 * PACKET_US);
    simulation.run(0.2);
    let welcomedAt = 0;
    simulation.answerHello = () => {
      simulation.welcome();
      welcomedAt = simulation.now;
    };
    let loudAt = 0;
    simulation.listen = (samples, at) => {
      if (samples.some((x) => Math.abs(x) > 0.05)) loudAt = at;
    };
    simulation.cut();
    simulation.run(3);
    expect(Math.abs(loudAt - welcomedAt - 1_000_000)).toBeLessThan(100_000);
    simulation.open(1, simulation.media + 200_000);
    simulation.run(1);
    expect(simulation.session.state).toBe('idle');
  });

  test('with another server of the system a silent one is given up in 2 s for the next one, and one that has nothing to send is not', () => {
    const { simulation, from } = playing(['http://a', 'http://b']);
    simulation.sendProgramme(1, from + 100 * PACKET_US, from + 450 * PACKET_US);
    simulation.run(2);
    expect(simulation.session.phase).toBe('welcomed');
    expect(simulation.session.state).toBe('playing');
    simulation.mute = true;
    simulation.run(2.2);
    expect(simulation.session.phase).toBe('waiting');
    expect(simulation.session.state).toBe('playing');
    expect(simulation.servers.current).toBe('http://b');
  });

  test('the first attempt after a loss is made at any time within a quarter of a second', () => {
    const waits = Array.from({ length: 20 }, (_, seed) => {
      const simulation = new Simulation({ seed });
      simulation.run(1);
      const lostAt = simulation.now;
      let openedAt = 0;
      simulation.answerHello = () => {
        openedAt = simulation.now;
        simulation.welcome();
      };
      simulation.cut();
      simulation.run(1);
      return (openedAt - lostAt) / 1000;
    });
    expect(Math.min(...waits)).toBeLessThan(60);
    expect(Math.max(...waits)).toBeLessThan(340);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(100);
  });

  test('a restarted server continues without a gap, synchronous with its new clock', () => {
    const { simulation } = playing();
    simulation.answerHello = () => {
      simulation.welcome();
      const from = Math.round((simulation.media + 200_000) / 1e3) * 1e3;
      simulation.open(1, from);
      simulation.sendProgramme(1, from, from + 100 * PACKET_US);
    };
    let [silent, loudest] = [0, 0];
    simulation.listen = (samples) => {
      for (let i = 0; i < samples.length; i += 480)
        if (samples.slice(i, i + 480).every((x) => Math.abs(x) < 0.05)) silent++;
      for (const x of samples) loudest = Math.max(loudest, Math.abs(x));
    };
    simulation.run(0.2);
    const before = loudest;
    simulation.cut();
    simulation.epoch = 'b';
    simulation.mediaBase = 1_000_000;
    simulation.run(1.5);
    expect(simulation.session.state).toBe('playing');
    expect(silent).toBe(0);
    expect(loudest).toBeLessThan(before * 1.01);
    simulation.heard.length = 0;
    simulation.run(0.5);
    expect(simulation.heard.length).toBeGreaterThan(0);
    for (const { errorUs } of simulation.heard) expect(Math.abs(errorUs)).toBeLessThan(300);
  });

  test('streams that a restarted server does not open end half a second after its welcome', () => {
    const { simulation } = playing();
    let welcomedAt = 0;
    simulation.answerHello = () => {
      simulation.welcome();
      welcomedAt = simulation.now;
    };
    let loudAt = 0;
    simulation.listen = (samples, at) => {
      if (samples.some((x) => Math.abs(x) > 0.05)) loudAt = at;
    };
    simulation.cut();
    simulation.epoch = 'b';
    simulation.run(1.5);
    expect(welcomedAt).toBeGreaterThan(0);
    expect(Math.abs(loudAt - welcomedAt - 500_000)).toBeLessThan(100_000);
  });

  test('streams that the same server does not reopen end soon', () => {
    const { simulation } = playing();
    simulation.cut();
    simulation.run(1.6);
    expect(simulation.session.phase).toBe('welcomed');
    expect(simulation.session.state).toBe('idle');
  });

  test('a restarted server has another clock: its streams do not play until the clock is known', () => {
    const { simulation } = playing();
    simulation.cut();
    simulation.epoch = 'b';
    simulation.mediaBase = 1_000_000;
    simulation.run(1.2);
    expect(simulation.session.state).toBe('idle');
    const from = Math.round((simulation.media + 200_000) / 1e3) * 1e3;
    simulation.open(1, from);
    simulation.sendProgramme(1, from, from + 100 * PACKET_US);
    simulation.heard.length = 0;
    simulation.run(1.5);
    expect(simulation.session.state).toBe('playing');
    expect(simulation.reports.at(-1)?.first_sound_us).toBeCloseTo(from, -3);
    expect(Math.abs(simulation.heard.at(-1)?.errorUs ?? 1e9)).toBeLessThan(300);
  });
});
