import { join } from 'node:path';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { RELAY_SILENCE_MS } from '../../../contract/protocol/relayLink.ts';
import { ListeningClock } from '../../platform/clock/listeningClock.ts';
import { serverVersion } from '../../platform/config/version.ts';
import { KEYS_FOLDER } from '../../platform/dataFolder/secretBox.ts';
import { ownKey } from '../../platform/machines/ownKey.ts';
import { admitRelay } from './admitRelay.ts';
import { RelayLine } from './line/relayLine.ts';
import { linkOf } from './linkOf.ts';
import { fingerprintOf, RelayRefusals } from './refusals.ts';
import type { RelayRecord } from './relay.repository.ts';
import * as repository from './relay.repository.ts';
import { relayActions } from './relayActions.ts';
import { type ActiveRelay, relayRowOf } from './relayRow.ts';
import type { RelayLink, Relays, RelaysDeps, SiteSession } from './relays.types.ts';
import { RelayTokens } from './tokens.ts';

const LOOK_MS = 1_000;
/** Time after the start of the server within which a relay comes back, ms. */
const START_MS = 10_000;
const nobody = { accountId: null, code: '' };

interface Connected {
  line: RelayLine;
  since: number;
}

/** Opens the relays of the site. */
export async function createRelays(deps: RelaysDeps): Promise<Relays> {
  const { db, audit, log, faults, zones, clock, now } = deps;
  const tokens = new RelayTokens(now);
  const refusals = new RelayRefusals(deps);
  const listening = new ListeningClock(() => performance.now(), LOOK_MS);
  const startedAt = performance.now();
  const seconds = () => Math.floor(now() / 1000);
  let records = new Map<number, RelayRecord>();
  const lines = new Map<number, Connected>();
  let key: string | null = null;
  let siteOf: ((link: RelayLink) => SiteSession) | null = null;
  /** Relays that are not connected, as they were shown last. */
  let shownLost = '[]';
  /** As the relays were told last. */
  let isHttpsOnly = deps.httpsOnly.isOn();
  const privateKey = () => {
    key ??= ownKey(join(deps.dataDir, KEYS_FOLDER, 'relays.key'));
    return key;
  };

  async function load(): Promise<void> {
    const before = records;
    records = new Map();
    for (const row of await repository.all(db)) {
      const known = before.get(row.id);
      // A connected relay keeps its record. The database may not have yet what the journal has.
      const told = Math.max(row.told, known?.told ?? 0, deps.toldBefore.get(row.id) ?? 0);
      records.set(row.id, Object.assign(known ?? row, row, { told }));
    }
    for (const [id, { line }] of lines) if (records.get(id)?.withdrawn_at !== null) line.end(null);
  }
  const active = () =>
    [...records.values()].filter((one): one is ActiveRelay => one.withdrawn_at === null && one.org !== null);
  const byKey = (publicKey: string) =>
    [...records.values()].find(({ public_key }) => public_key === publicKey);

  function note(
    relay: RelayRecord,
    set: Partial<Pick<RelayRecord, 'version' | 'peer_addr' | 'seen_at' | 'ids'>>,
  ): void {
    Object.assign(relay, set);
    repository
      .update(db, relay.id, set)
      .catch((err) => log.warn({ err }, 'the state of a relay is not stored'));
  }

  /** Tells which terminals are behind a relay that is not connected. */
  function showLost(): void {
    const lost = active().filter(({ id }) => !lines.has(id));
    const key = JSON.stringify(lost.map(({ id, name }) => [id, name]));
    if (key === shownLost) return;
    shownLost = key;
    deps.devices.setLostRelays(new Map(lost.map(({ id, name }) => [id, name])));
  }

  function serve(relay: RelayRecord, line: RelayLine, version: string, address: string): void {
    lines.get(relay.id)?.line.end(null);
    lines.set(relay.id, { line, since: seconds() });
    note(relay, { version, peer_addr: address, seen_at: seconds() });
    faults.resolve('relay_lost', String(relay.id));
    showLost();
    log.info({ relay: relay.name, address, version }, 'a relay is connected');
  }

  function ended(relay: RelayRecord, line: RelayLine, fault: string | null, address: string): void {
    if (fault !== null) {
      const { name, public_key } = relay;
      refusals.note(
        { reason: 'garbage', name, peer_addr: address, fingerprint: fingerprintOf(public_key) },
        relay.id,
      );
      log.warn({ relay: name, fault }, 'a relay sent a message that is not valid');
    }
    if (lines.get(relay.id)?.line !== line) return;
    lines.delete(relay.id);
    note(relay, { seen_at: seconds() });
    showLost();
    log.info({ relay: relay.name }, 'a relay is disconnected');
  }

  function look(): void {
    listening.tick();
    const https_only = deps.httpsOnly.isOn();
    for (const { line } of [...lines.values()]) {
      if (line.silentMs > RELAY_SILENCE_MS) line.end(null);
      else if (https_only !== isHttpsOnly) line.send({ type: 'https', https_only });
    }
    isHttpsOnly = https_only;
    if (performance.now() - startedAt < START_MS) return;
    showLost();
    for (const { id, name, org, aside } of active()) {
      const subject = String(id);
      if (lines.has(id)) faults.resolve('relay_lost', subject);
      else faults.open({ kind: 'relay_lost', subject, org, params: { name } });
      if (aside.length > 0)
        faults.open({ kind: 'relay_refused', subject, org, params: { name, n: aside.length } });
    }
  }
  const timer = setInterval(look, LOOK_MS).unref();
  await load();

  return {
    overview: () => ({
      has_https: deps.httpsPort() !== null,
      version: serverVersion,
      relays: active()
        .map((one) => relayRowOf(one, lines.get(one.id)))
        .sort((a, b) => a.name.localeCompare(b.name)),
      refused: refusals.shown,
    }),
    async createToken(form, actor, ip) {
      if (zones.get(form.org) === undefined) throw new AppError(errorCode.notFound, 'zone.notFound');
      if (deps.httpsPort() === null) throw new AppError(errorCode.conflict, 'relay.noHttps');
      if (active().some(({ name }) => name === form.name))
        throw new AppError(errorCode.conflict, 'relay.nameTaken');
      await audit.record(db, actor, {
        ...{ action: 'grant', entity: 'relay', entity_id: null, ip, after: { ...form } },
      });
      return tokens.issue(form);
    },
    ...relayActions({ ...deps, byId: (id) => records.get(id), end: (id) => lines.get(id)?.line.end(null) }),
    accept(socket, raw, binding, address) {
      admitRelay(socket, binding, {
        byKey,
        tokens: () => tokens.valid,
        about: () => ({ privateKey: privateKey(), epoch: clock.epoch, https_only: deps.httpsOnly.isOn() }),
        async join(token, { public_key, version }) {
          tokens.use(token);
          const { name, org } = token;
          const relay = await db.transaction(async (tx) => {
            const stored = { name, org, public_key, version, peer_addr: address, seen_at: seconds() };
            const row = await repository.join(tx, stored);
            await audit.record(tx, nobody, {
              ...{ action: 'enrol', entity: 'relay', entity_id: row.id, ip: address },
              after: { name, org, fingerprint: fingerprintOf(public_key) },
            });
            return row;
          });
          records.set(relay.id, relay);
          return relay;
        },
        refused(reason, publicKey) {
          const known = publicKey === null ? undefined : byKey(publicKey);
          const fingerprint = publicKey === null ? '' : fingerprintOf(publicKey);
          refusals.note(
            { reason, name: known?.name ?? '', peer_addr: address, fingerprint },
            known?.id ?? null,
          );
        },
        failed: (err) => log.error({ err, address }, 'a relay could not be admitted'),
        serve(relay, { version }) {
          const admits = (org: number | null) =>
            org !== null && relay.org !== null && zones.subtree([relay.org]).has(org);
          const line = new RelayLine(socket, raw, {
            ...{ clock, gateway: deps.gateway, relay: { id: relay.id, name: relay.name, admits } },
            isHttpsOnly: () => deps.httpsOnly.isOn(),
            listened: () => listening.now(),
            site: (line) => {
              const { org } = relay;
              if (siteOf === null || org === null) return null;
              return siteOf(linkOf(Object.assign(relay, { org }), line, (ids) => note(relay, { ids })));
            },
            ended: (line, fault) => ended(relay, line, fault, address),
          });
          serve(relay, line, version, address);
        },
      });
    },
    keepSites(connected) {
      siteOf = connected;
    },
    load,
    async close() {
      clearInterval(timer);
      for (const { line } of [...lines.values()]) line.end(null);
    },
  };
}
