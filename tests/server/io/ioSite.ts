import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { type IoEvent, type IoLive, ioId } from '../../../contract/entities/terminals/io.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { startSite } from '../terminals/site.ts';
import { panel } from './panel.ts';

/** Results of a request for several lines. */
export const results = (answer: { body: { value: never } }) =>
  (answer.body.value as { results: { id: number; ok: boolean; message: string }[] }).results;

/** Starts the whole server with fire terminals whose loss is noticed soon, and helpers to read their lines. */
export async function startIoSite() {
  const site = await startSite({}, { fireLostMs: 100 });
  let count = 0;
  return {
    ...site,
    /** Adopted fire terminal that has sent its first status. */
    async fire(org: number | null = null) {
      const code = `FIRE-${++count}`;
      const { client, id, secret } = await site.adopted(code, org, 'fire_control_device');
      const one = { id, code, secret, ...panel(client) };
      one.sendStatus();
      await client.next('outputs');
      return one;
    },
    /** New connection of a fire terminal. */
    async reconnected({ code, secret }: { code: string; secret: string }) {
      const client = await TerminalClient.hello(site.url, { code, secret, role: 4, features: [] });
      await client.next('welcome');
      return client;
    },
    /** Live row of a line. */
    line: (id: number, direction: 'input' | 'output', number: number) =>
      site.deps.live.topic<IoLive>('io').get(ioId(id, direction, number)),
    faults: (kind: string) =>
      site.deps.live
        .topic<Fault>('fault')
        .snapshot()
        .filter((fault) => fault.kind === kind),
    async events(id: number): Promise<IoEvent[]> {
      const { body } = await site.call('GET', `/v1/io/event?terminal_id=${id}`, { token: site.token });
      return (body.value as { rows: IoEvent[] }).rows;
    },
  };
}
export type IoSite = Awaited<ReturnType<typeof startIoSite>>;
