import type { RelayOverview, RelayRow } from '../../../contract/entities/site/relay.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { eventually } from '../../support/eventually.ts';
import { createProxy, type TcpProxy } from '../../support/proxy.ts';
import { relayProgram } from '../../support/relayProgram.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';

/** A server, a relay of the zone `North` that reaches it through a link that can be cut, and the zone `South`. */
export interface RelaySite {
  server: TestServer;
  api: ApiClient;
  link: TcpProxy;
  relay: TestServer;
  zones: { north: number; south: number };
  /** Terminals at the relay. */
  hello(code: string, more?: object): Promise<TerminalClient>;
  /** Adopts a terminal at the relay; returns its connection, id and secret. */
  adopted(
    code: string,
    org: number,
    more?: object,
  ): Promise<{ client: TerminalClient; id: number; secret: string }>;
  overview(): Promise<RelayOverview>;
  /** Waits until the relay is in a state. */
  until(state: RelayRow['state']): Promise<RelayRow>;
  stop(): Promise<void>;
}

export async function startRelaySite(): Promise<RelaySite> {
  const server = await startServer();
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/partition?limit=1');
  const zone = (name: string) =>
    api.post<{ id: number }>('/v1/partition', { name, code: name, parent_id: rows[0]?.id });
  const zones = { north: (await zone('North')).id, south: (await zone('South')).id };
  const link = await createProxy(server.httpsPort);
  const { token } = await api.post<{ token: string }>('/v1/relay/token', {
    ...{ name: 'North house', org: zones.north },
  });
  const relay = await startRelay(link.port, token);
  const url = `${relay.url.replace('http', 'ws')}/v1/terminal?lang=en`;
  const overview = () => api.get<RelayOverview>('/v1/relay');
  const hello = (code: string, more: object = {}) => TerminalClient.hello(url, { code, ...more });
  return {
    ...{ server, api, link, relay, zones, overview, hello },
    async adopted(code, org, more) {
      const client = await hello(code, more);
      await client.next('found');
      const found = await eventually(async () => {
        const waiting = await api.get<{ rows: { id: number; code: string }[] }>('/v1/terminal_found');
        const row = waiting.rows.find((one) => one.code === code);
        if (row === undefined) throw new Error(`${code} is not found`);
        return row;
      });
      await api.post(`/v1/terminal_found/${found.id}/adopt`, { name: code, org });
      const { secret } = await client.next('adopted');
      return { client, id: (await client.next('welcome')).terminal, secret };
    },
    until: (state) =>
      eventually(
        async () => {
          const [row] = (await overview()).relays;
          if (row?.state !== state) throw new Error(`the relay is ${row?.state}`);
          return row;
        },
        { interval: 100 },
      ),
    async stop() {
      await relay.stop();
      await link.close();
      await server.stop();
    },
  };
}

/** Starts the program of a relay on an empty folder. */
export function startRelay(serverPort: number, token: string): Promise<TestServer> {
  return startServer({
    ...{ ...relayProgram, fresh: true, input: `${token}\n` },
    args: ['--server', `https://127.0.0.1:${serverPort}`],
  });
}
