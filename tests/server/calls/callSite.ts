import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import type { CallLive } from '../../../contract/protocol/call.ts';
import { station as stationPart } from '../../../terminal/headless/station.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { startSite } from '../terminals/site.ts';

/** Starts the whole server with headless stations that call each other. */
export async function startCallSite() {
  const site = await startSite();
  const running: Terminal[] = [];
  let count = 0;
  return {
    ...site,
    /** Connected station with these settings; it has a code and a number of its own. */
    async station(
      fields: Record<string, unknown> = {},
      options: {
        kind?: TerminalKind;
        answer?: 'auto';
        org?: number;
        listen?: TerminalOptions['listen'];
      } = {},
    ) {
      count += 1;
      const { kind = 'dialogue', answer = 'manual' } = options;
      const code = `CALL-${count}`;
      const terminal = createTerminal({
        server: `http://${new URL(site.url).host}`,
        code,
        part: stationPart(kind as 'dialogue', { answer }),
        decode: options.listen !== undefined,
        ...(options.listen === undefined ? {} : { listen: options.listen }),
      });
      running.push(terminal);
      await terminal.until((t) => t.session.phase === 'found');
      const row = site.found().find((one) => one.code === code);
      const adopted = await site.post(`/v1/terminal_found/${row?.id}/adopt`, {
        name: code,
        org: options.org ?? null,
      });
      const { id } = adopted.body.value as { id: number };
      const number = String(5000 + count);
      const body = { call_number: number, ...fields };
      const changed = await site.call('PATCH', `/v1/${kind}/${id}`, { token: site.token, body });
      if (changed.body.code !== 200) throw new Error(JSON.stringify(changed.body));
      await terminal.until((t) => t.session.phase === 'welcomed' && t.session.clock.synced);
      const { caller } = terminal.session;
      return {
        id,
        code,
        number,
        terminal,
        caller,
        is: (phase: string) => terminal.until(() => caller.view.phase === phase),
        view: () => caller.view,
      };
    },
    /** All calls, as the console sees them. */
    calls: () => site.deps.live.topic<CallLive>('call').snapshot(),
    stopStations(): void {
      for (const terminal of running.splice(0)) terminal.stop();
    },
  };
}
export type CallSite = Awaited<ReturnType<typeof startCallSite>>;
