import type { Device } from '../../../contract/entities/terminals/device.ts';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { Recording } from '../../support/recording.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** Loudspeaker in this process, with a recording of its output. */
export interface Speaker {
  id: number;
  terminal: Terminal;
  heard: Recording;
}

/** Second of recorded time, µs. */
export const SECOND_US = 1_000_000;
/** Time after an underrun in which a card fades in, and its terminal corrects its rate. */
const SETTLED_US = SECOND_US / 2;

/** Hall: a real server, an administrator, and headless loudspeakers in this process. */
export class Hall {
  readonly server: TestServer;
  readonly api: ApiClient;
  readonly #speakers: Speaker[] = [];

  constructor(server: TestServer) {
    this.server = server;
    this.api = new ApiClient(server.url);
  }

  /** @param env settings of the server over its defaults */
  static async open(env: Record<string, string> = {}): Promise<Hall> {
    const hall = new Hall(await startServer({ env }));
    await hall.api.login('admin', hall.server.adminPassword);
    return hall;
  }

  async speakers(codes: readonly string[], url = this.server.url): Promise<Speaker[]> {
    const made = codes.map((code) => {
      const heard = new Recording();
      let dry = 0;
      const terminal: Terminal = createTerminal({
        server: url,
        code,
        listen: (samples, at_us) => {
          heard.listen(samples, at_us);
          if (terminal.underruns > dry) heard.ranDry();
          dry = terminal.underruns;
        },
      });
      return { id: 0, heard, terminal };
    });
    this.#speakers.push(...made);
    const ids = await this.api.adopt(codes);
    for (const [i, speaker] of made.entries()) {
      speaker.id = ids[i] ?? 0;
      await speaker.terminal.until((t) => t.session.phase === 'welcomed' && t.session.clock.synced);
    }
    return made;
  }

  /** Starts a task; returns its id and the time of the call, µs. */
  async start(body: object): Promise<{ id: number; called_us: number }> {
    const called_us = monotonicUs();
    const { id } = await this.api.post<{ id: number }>('/v1/task', {
      name: 'Task',
      audio_source: 0,
      ...body,
    });
    return { id, called_us };
  }

  /** Performs an action on a task; returns the time of the call, µs. */
  async act(id: number, action: string): Promise<number> {
    const called_us = monotonicUs();
    await this.api.post(`/v1/task/${id}/${action}`);
    return called_us;
  }

  /** Resolves when a speaker has recorded up to a time. */
  async recorded({ terminal, heard }: Speaker, untilUs: number): Promise<void> {
    await terminal.until(() => heard.endUs >= untilUs, 60_000);
  }

  /** Resolves with the time at which a speaker has sounded, louder than `above` (amplitude), after a time, µs. */
  async soundAfter({ terminal, heard }: Speaker, from_us: number, above?: number): Promise<number> {
    await terminal.until(() => heard.firstSound(from_us, above) !== null, 60_000);
    return heard.firstSound(from_us, above) ?? Number.NaN;
  }

  /**
   * Waits for an interval of a recording in which the simulated cards of all these speakers had no underrun:
   * a machine that is too busy to feed them says nothing about the server. Returns its start, µs, not before
   * `from_us`.
   */
  async steadyFrom(speakers: readonly Speaker[], from_us: number, seconds: number): Promise<number> {
    let begin = from_us;
    for (;;) {
      const end = begin + seconds * SECOND_US;
      await Promise.all(speakers.map((speaker) => this.recorded(speaker, end)));
      const dry = Math.max(...speakers.map(({ heard }) => heard.lastDry(end)));
      if (dry < begin) return begin;
      begin = dry + SETTLED_US;
    }
  }

  /** Stops all broadcasts, and waits until none of them is heard. */
  async quiet(): Promise<void> {
    const { results } = await this.api.post<{ results: object[] }>('/v1/task/stop_all');
    const stopped = monotonicUs();
    if (results.length > 0)
      await Promise.all(this.#speakers.map((speaker) => this.recorded(speaker, stopped + SECOND_US / 2)));
    for (const { heard } of this.#speakers) heard.forget();
  }

  /** Stops all loudspeakers, and waits until none of the site's terminals is online. */
  async leave(): Promise<void> {
    for (const { terminal } of this.#speakers) terminal.stop();
    await this.api.until('all are offline', async () => {
      const { rows } = await this.api.get<{ rows: Pick<Device, 'presence'>[] }>('/v1/device?limit=1000');
      return rows.every(({ presence }) => !presence.online) || null;
    });
  }

  async close(): Promise<void> {
    for (const { terminal } of this.#speakers) terminal.stop();
    await this.server.stop();
  }
}
