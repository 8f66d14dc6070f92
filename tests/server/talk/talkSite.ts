import { partOf } from '../../../terminal/headless/part.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { Recording } from '../../support/recording.ts';
import { startSite } from '../terminals/site.ts';

/** Latency of the simulated sound card: short, like a real one. */
const CARD_LATENCY_US = 40_000;

/** Starts the whole server with headless terminals: recorded loudspeakers, and call stations. */
export async function startTalkSite(
  faultTimes: Parameters<typeof startSite>[1] = {},
  more: Parameters<typeof startSite>[2] = {},
) {
  const site = await startSite({}, faultTimes, more);
  const running: Terminal[] = [];
  const { host } = new URL(site.url);
  const ready = (t: Terminal) => t.session.phase === 'welcomed' && t.session.clock.synced;

  async function start(options: Omit<TerminalOptions, 'server'>, org: number | null): Promise<number> {
    const terminal = createTerminal({
      server: `http://${host}`,
      cardLatencyUs: CARD_LATENCY_US,
      ...options,
    });
    running.push(terminal);
    await terminal.until((t) => t.session.phase === 'found');
    const row = site.found().find(({ code }) => code === options.code);
    const answer = await site.post(`/v1/terminal_found/${row?.id}/adopt`, { name: options.code, org });
    if (answer.body.code !== 200) throw new Error(answer.body.message);
    await terminal.until(ready);
    return (answer.body.value as { id: number }).id;
  }

  return {
    ...site,
    host,
    /** Loudspeaker whose sound card output is recorded. */
    async speaker(code: string, org: number | null = null, options: Pick<TerminalOptions, 'mix'> = {}) {
      const recording = new Recording();
      const id = await start({ code, listen: recording.listen, ...options }, org);
      return { id, recording, terminal: running.at(-1) as Terminal };
    },
    /** Call station; `mediaAt` converts the machine's monotonic time into its media time. */
    async station(code: string, org: number | null = null) {
      const id = await start(
        {
          code,
          part: partOf({ role: 'caster', channels: 0, input: 'tone' }),
          decode: false,
        },
        org,
      );
      const terminal = running.at(-1) as Terminal;
      const { session } = terminal;
      return {
        id,
        terminal,
        sender: session.sender,
        mediaAt: (us: number) => session.clock.toMedia(us),
      };
    },
    /** Terminal of another kind. */
    async terminal(code: string, org: number | null, part: NonNullable<TerminalOptions['part']>) {
      const id = await start({ code, part, decode: true }, org);
      return { id, terminal: running.at(-1) as Terminal };
    },
    /** Capturer with one channel that sends a tone. */
    async capturer(code: string, org: number | null = null) {
      const part = partOf({ role: 'capturer', channels: 1, input: 'tone' });
      const id = await start({ code, part, decode: false }, org);
      return { id, terminal: running.at(-1) as Terminal };
    },
    now: monotonicUs,
    stopTerminals(): void {
      for (const terminal of running.splice(0)) terminal.stop();
    },
  };
}
export type TalkSite = Awaited<ReturnType<typeof startTalkSite>>;
