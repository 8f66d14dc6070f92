import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { sine, wav } from '../media/sounds.ts';
import { FieldTerminal } from './fieldTerminal.ts';
import { type RelaySite, startRelaySite } from './relaySite.ts';

/** Moments of a round in which an input sets off an alarm while the line is disturbed, ms from its beginning. */
export interface Round {
  inputMs: number;
  cutMs: number;
  /** Duration of the cut. */
  lengthMs: number;
  /** Process that is killed, and time from the end of the cut to the kill. */
  kill?: { which: 'relay' | 'server'; afterMs: number };
}

interface Found {
  id: number;
  state: string;
}

/** A relay with a fire terminal and a loudspeaker, whose plan has its sound stored at the relay. */
export class AlarmRounds {
  readonly site: RelaySite;
  readonly #panel: FieldTerminal;
  readonly #hall: FieldTerminal;
  readonly #plan: number;

  private constructor(site: RelaySite, panel: FieldTerminal, hall: FieldTerminal, plan: number) {
    this.site = site;
    this.#panel = panel;
    this.#hall = hall;
    this.#plan = plan;
  }

  static async start(): Promise<AlarmRounds> {
    const site = await startRelaySite();
    const sound = wav({ rate: 48_000, channels: 1, seconds: 60 }, sine(440, 0.5));
    const file = await site.api.upload('leave.wav', sound);
    const url = () => `${site.relay.url.replace('http', 'ws')}/v1/terminal?lang=en`;
    const join = async (code: string, role: 0 | 4) => {
      const { client, id, secret } = await site.adopted(code, site.zones.north, { role });
      client.socket.close();
      return { id, terminal: new FieldTerminal(url, code, { role, secret }) };
    };
    const hall = await join('HALL-1', 0);
    const panel = await join('PANEL-1', 4);
    const leave = await site.api.post<{ id: number }>('/v1/linkage_task', {
      ...{ name: 'Leave', audio_source: 0, files: [file], devices: [hall.id] },
    });
    const { id } = await site.api.post<{ id: number }>('/v1/alarm_plan', {
      ...{ name: 'Fire', fire_control_device: panel.id, input_nums: [1] },
      ...{ linkage_task_ids: [leave.id], reset_time: 1 },
    });
    // The message and the tone in its place.
    await eventually(() => expect(site.relay.output()).toMatch(/"sounds":2,"msg":"all that is needed/));
    return new AlarmRounds(site, panel.terminal, hall.terminal, id);
  }

  /** Plays a round, and checks that its alarm is there once, with all of its events once. */
  async play({ inputMs, cutMs, lengthMs, kill }: Round): Promise<void> {
    const { link, relay, server } = this.site;
    const before = new Set((await this.#records()).map(({ id }) => id));
    const input = async () => {
      await wait(inputMs);
      this.#panel.set(true);
    };
    const cut = async () => {
      await wait(cutMs);
      link.cut();
      await wait(lengthMs);
      const connected = this.#connections();
      link.restore();
      if (kill === undefined) return;
      // Lines are told as soon as the relay is connected.
      await eventually(() => expect(this.#connections()).toBeGreaterThan(connected), { interval: 5 });
      await wait(kill.afterMs);
      const killed = kill.which === 'relay' ? relay : server;
      await killed.kill9();
      await killed.start();
    };
    await Promise.all([input(), cut()]);

    const id = await eventually(() => this.#agreed(before));
    await eventually(async () => {
      const kinds = (await this.#events(id)).filter((kind) => kind === 'input_active' || kind === 'alarming');
      expect(kinds.toSorted()).toEqual(['alarming', 'input_active']);
    });
    await this.#hall.client?.next('stream.open');

    this.#panel.set(false);
    await eventually(async () => expect(await this.#events(id)).toContain('input_normal'));
    await this.site.api.post(`/v1/alarm_plan/${this.#plan}/stop`);
    await eventually(async () => {
      const own = (await this.#records()).filter((one) => !before.has(one.id));
      expect(own.map(({ state }) => state)).toEqual(own.map(() => 'not_started'));
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#panel.close(), this.#hall.close()]);
    await this.site.stop();
  }

  /** Waits until the relay has told everything; returns the alarm of this round, the only one that runs. */
  async #agreed(before: ReadonlySet<number>): Promise<number> {
    const { relays } = await this.site.overview();
    expect(relays).toMatchObject([{ state: 'connected', terminals: 2, aside: [] }]);
    expect(await readFile(join(this.site.relay.dataDir, 'alarms.journal'), 'utf8')).toBe('');
    const own = (await this.#records()).filter(({ id }) => !before.has(id));
    const running = own.filter(({ state }) => state !== 'not_started');
    expect(running).toMatchObject([{ state: 'alarming' }]);
    return running[0]?.id ?? 0;
  }

  #connections(): number {
    return this.site.relay.output().split('"connected to the server"').length;
  }

  async #records(): Promise<Found[]> {
    return (await this.site.api.get<{ rows: Found[] }>('/v1/alarm_record?limit=1000')).rows;
  }

  async #events(id: number): Promise<string[]> {
    const { events } = await this.site.api.get<{ events: { kind: string }[] }>(`/v1/alarm_record/${id}`);
    return events.map(({ kind }) => kind);
  }
}
