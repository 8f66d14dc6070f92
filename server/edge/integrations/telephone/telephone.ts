import { isDeepStrictEqual } from 'node:util';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { PhoneCallLive, PhoneTest } from '../../../../contract/entities/site/phoneCall.ts';
import type { Callers } from '../../../platform/auth/callers.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { Hop } from '../../../platform/sip/hop.types.ts';
import { registrationTimes } from '../../../platform/sip/registration.ts';
import { UserAgent } from '../../../platform/sip/userAgent.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import { createPhoneCalls, type HeldLine, type PhoneCallsDeps } from './phoneCalls.ts';
import { PhoneLog } from './phoneLog.ts';
import { PhoneSound } from './phoneSound.ts';
import { createPhoneStations, type PhoneStationsDeps } from './stations/phoneStations.ts';
import { type LineDeps, TelephoneLine } from './telephoneLine.ts';

export interface TelephoneDeps
  extends Omit<PhoneCallsDeps, 'sound' | 'calls' | 'linesOf' | 'rowOf' | 'agent' | 'stations'> {
  /** Parts through which phones are call stations. */
  stations: Pick<PhoneStationsDeps, 'gateway' | 'directory' | 'devices' | 'calls'>;
  live: Pick<LiveHub, 'topic'>;
  callers: Pick<Callers, 'fromAccount' | 'onChange'>;
  env: { TELEPHONE_PORT: number; TELEPHONE_TLS_PORT: number; TELEPHONE_RTP_PORT: number };
  /** Certificate of this server, for calls by TLS. */
  certificate: LineDeps['certificate'];
  integrations(): Iterable<IntegrationRow>;
  outcome(row: IntegrationRow, error: string): void;
}

/** Fields whose change makes another line. */
const connectionOf = ({ url, certificate, secret, peers }: IntegrationRow) => ({
  ...{ url, certificate, secret, peers },
});

/** Telephone systems of the site: lines are registered while they are enabled, and their calls are answered. */
export function createTelephone(deps: TelephoneDeps) {
  const lines = new Map<number, HeldLine>();
  const ending = new Set<Promise<void>>();
  const sound = new PhoneSound(deps.env.TELEPHONE_RTP_PORT, deps.log);
  const log = new PhoneLog(deps.live.topic<PhoneCallLive>('phone_call'));
  const tests = new Map<number, Promise<PhoneTest>>();
  let agent: UserAgent | null = null;
  let isClosed = false;

  /** Telephone systems from which a caller may call, the one that a called number means first. */
  function linesOf(caller: Hop, dialled: string): HeldLine[] {
    const from = [...lines.values()].filter(({ line }) => line.isFrom(caller));
    const meant =
      from.find(({ line }) => line.place.user === dialled && dialled !== '') ??
      from.find(({ row }) => row.dial_plan.some(({ code }) => code === dialled)) ??
      from.find(({ line }) => line.place.user === '');
    return meant === undefined ? from : [meant, ...from.filter((one) => one !== meant)];
  }

  const rowOf = (id: number) => [...deps.integrations()].find((row) => row.id === id);

  const stations = createPhoneStations({
    ...deps.stations,
    ...{ sound, agent: () => agent, log: deps.log, talk: deps.talk, callers: deps.callers },
    systemOf: rowOf,
    lineOf(integration) {
      const line = lines.get(integration)?.line;
      return line?.isReachable === true ? line : undefined;
    },
  });

  const calls = createPhoneCalls({
    ...deps,
    stations,
    ...{ sound, calls: log, linesOf, rowOf: (id) => lines.get(id)?.row, agent: () => agent },
  });

  function end(id: number): void {
    const held = lines.get(id);
    lines.delete(id);
    stations.linesChanged();
    calls.end(id);
    if (held === undefined) return;
    const done = held.line
      .end()
      .catch((err: unknown) => deps.log.error({ err }, 'a telephone line was not closed'))
      .finally(() => ending.delete(done));
    ending.add(done);
  }

  function open(row: IntegrationRow): void {
    const ports = { udp: deps.env.TELEPHONE_PORT, tls: deps.env.TELEPHONE_TLS_PORT };
    agent ??= new UserAgent({ port: ports.udp, name: 'Tocsin', log: deps.log, take: calls.take });
    const line: TelephoneLine = new TelephoneLine(row, {
      ...{ agent, ports, certificate: deps.certificate, times: registrationTimes },
      outcome(error) {
        const held = lines.get(row.id);
        if (held?.line !== line) return;
        deps.outcome(held.row, error);
        // The reason of phones that are away is that of their system.
        stations.linesChanged();
      },
      reachable: () => stations.linesChanged(),
    });
    lines.set(row.id, { row, line });
  }

  /** Closes the ports that no line uses, once those that have gone are removed from their registrars. */
  async function closeUnused(): Promise<void> {
    await Promise.all(ending);
    if (![...lines.values()].some(({ line }) => line.place.protocol === 'tls')) agent?.stopListening();
    if (lines.size > 0) return;
    agent?.close();
    agent = null;
    sound.want(false);
  }

  /** Opens, replaces and closes lines after a change of the integrations. */
  function sync(): void {
    if (isClosed) return;
    const wanted = new Map(
      [...deps.integrations()]
        .filter(({ kind, enabled }) => kind === 'telephone' && enabled)
        .map((row) => [row.id, row]),
    );
    const kept = new Map([...deps.integrations()].map((row) => [row.id, row]));
    log.follow((id) => kept.get(id) ?? null);
    for (const [id, held] of lines) {
      const row = wanted.get(id);
      if (row === undefined || !isDeepStrictEqual(connectionOf(row), connectionOf(held.row))) end(id);
      else held.row = row;
    }
    if (wanted.size > 0) sound.want(true);
    for (const [id, row] of wanted) if (!lines.has(id)) open(row);
    stations.linesChanged();
    void closeUnused();
  }

  const unwatch = deps.callers.onChange(() => {
    calls.checkRights();
    stations.checkRights().catch((err: unknown) => deps.log.error({ err }, 'rights of speech were not read'));
  });

  return {
    sync,
    stations,
    /**
     * Registers a telephone system now, or asks whether it is there; a test that runs is waited for.
     * @throws AppError 999 when it is disabled
     */
    test(id: number): Promise<PhoneTest> {
      const line = lines.get(id)?.line;
      if (line === undefined) throw new AppError(errorCode.refused, 'integration.disabled');
      const running = tests.get(id) ?? line.test().finally(() => tests.delete(id));
      tests.set(id, running);
      return running;
    },
    async close() {
      isClosed = true;
      unwatch();
      stations.close();
      for (const id of [...lines.keys()]) end(id);
      await closeUnused();
    },
  };
}
export type Telephone = ReturnType<typeof createTelephone>;
