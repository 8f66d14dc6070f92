import type { AddressInfo } from 'node:net';
import type { DeviceLive, FoundTerminal } from '../../../contract/entities/terminals/device.ts';
import { type KindLive, terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Hello } from '../../../contract/protocol/terminal.ts';
import type { UpgradeLimits } from '../../../server/edge/upgrades/upgradeLimits.ts';
import type { FaultTimes } from '../../../server/site/faults/terminalFaults.ts';
import type { ConnectedTimes } from '../../../server/site/foreign/connected/connectedTimes.ts';
import type { SipTimes } from '../../../server/site/foreign/sip/sipTimes.ts';
import type { GatewayLimits } from '../../../server/site/terminals/gateway/gatewayLimits.ts';
import type { StationTimes } from '../../../server/sound/radio/station.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { createTestApp } from '../setup/app.ts';
import type { TestDbOptions } from '../setup/database.ts';

/** Role and features in the hello of a kind. */
export function helloOf(kind: TerminalKind): Pick<Hello, 'role' | 'features'> {
  const features = ['decode', 'restart', 'identify', ...(kind === 'dialogue' ? ['dialogue'] : [])];
  return { role: terminalKinds[kind].role as Hello['role'], features };
}

/** Starts the whole server, listening, with an administrator logged in. */
export async function startSite(
  terminalLimits: Partial<GatewayLimits> = {},
  faultTimes: Partial<FaultTimes> = {},
  more: {
    allow?: string;
    env?: Record<string, string>;
    times?: Partial<StationTimes>;
    wallNow?: () => number;
    idleNow?: () => number;
    upgradeLimits?: Partial<UpgradeLimits>;
    sipTimes?: Partial<SipTimes>;
    connectedTimes?: Partial<ConnectedTimes>;
    database?: TestDbOptions;
  } = {},
) {
  const site = await createTestApp(
    { ...more.env, ...(more.allow === undefined ? {} : { STREAM_ALLOW: more.allow }) },
    {
      terminalLimits,
      faultTimes,
      ...(more.times === undefined ? {} : { streamTimes: more.times }),
      ...(more.wallNow === undefined ? {} : { wallNow: more.wallNow }),
      ...(more.idleNow === undefined ? {} : { idleNow: more.idleNow }),
      ...(more.upgradeLimits === undefined ? {} : { upgradeLimits: more.upgradeLimits }),
      ...(more.sipTimes === undefined ? {} : { sipTimes: more.sipTimes }),
      ...(more.connectedTimes === undefined ? {} : { connectedTimes: more.connectedTimes }),
    },
    more.database,
  );
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}/v1/terminal?lang=en`;
  const token = await site.login();
  const { live, zones } = site.deps;
  const post = (path: string, body: object, as = token) => site.call('POST', path, { token: as, body });

  return {
    ...site,
    url,
    token,
    post,
    top: () => zones.all().find((zone) => zone.parent_id === null)?.id ?? 0,
    found: () => live.topic<FoundTerminal>('terminal_found').snapshot(),
    liveOf: <Kind extends TerminalKind>(kind: Kind, id: number) => live.topic<KindLive<Kind>>(kind).get(id),
    device: (id: number) => live.topic<DeviceLive>('device').get(id),
    async zone(name: string, parent?: number, password?: string): Promise<number> {
      const top = zones.all().find((zone) => zone.parent_id === null)?.id ?? 0;
      const code = name.replaceAll(' ', '-');
      const body = { name, code, parent_id: parent ?? top, ...(password ? { password } : {}) };
      const answer = await post('/v1/partition', body);
      if (answer.body.code !== 200) throw new Error(answer.body.message);
      return (answer.body.value as { id: number }).id;
    },
    /** Connected, adopted and welcomed terminal. */
    async adopted(code: string, org: number | null = null, kind: TerminalKind = 'device') {
      const client = await TerminalClient.hello(url, { code, ...helloOf(kind), boot: `boot-${code}` });
      await client.next('found');
      const row = live
        .topic<FoundTerminal>('terminal_found')
        .snapshot()
        .find((one) => one.code === code);
      const answer = await post(`/v1/terminal_found/${row?.id}/adopt`, { name: code, org });
      if (answer.body.code !== 200) throw new Error(answer.body.message);
      const { secret } = await client.next('adopted');
      const { terminal: id } = await client.next('welcome');
      return { client, id, secret };
    },
    /** Account with this zone only; returns its token. */
    async limited(code: string, zone: number, role = 'administrator'): Promise<string> {
      const { pool } = site.database;
      await pool.query(
        `insert into account (code, name, password_hash, role_id)
         select $1, $1, a.password_hash, r.id from account a, role r where a.code = 'admin' and r.code = $2`,
        [code, role],
      );
      await pool.query('insert into account_partition select id, $2 from account where code = $1', [
        code,
        zone,
      ]);
      return site.login(code);
    },
  };
}
export type Site = Awaited<ReturnType<typeof startSite>>;
