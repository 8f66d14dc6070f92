import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { serverVersion } from '../../platform/config/version.ts';
import { Lease } from '../../platform/db/lease/lease.ts';
import { LostNodes } from '../../platform/nodes/lostNodes.ts';
import { openNats } from '../../platform/nodes/nats.ts';
import type { NodesSource, RefusalCounts } from '../../platform/nodes/nodes.types.ts';
import { type Beat, createPresence, type LeaderEntry, type Presence } from '../../platform/nodes/presence.ts';
import { createBus } from '../../platform/nodes/signedBus.ts';
import type { Env } from '../../platform/process/env.ts';
import { networkAddresses } from '../../platform/process/machineNames.ts';
import { RareLines } from '../../platform/process/rareLines.ts';

interface Ports {
  http: number | null;
  https: number | null;
}

/** State of a node that follows. */
export type Following = () => Pick<Beat, 'passed' | 'files_missing' | 'files_age_ms'>;

/** This process as one node of the system of its database. */
export interface Node extends Pick<Presence, 'leader'> {
  lease: Lease;
  secret: string;
  source: NodesSource;
  /** Counts a refused message or connection. */
  refused(reason: keyof RefusalCounts): void;
  /** Tells the others that this node follows. */
  follows(ports: Ports, following: Following): void;
  /** Tells the others that this node leads. @param closeEntry called when it leaves */
  leads(entry: LeaderEntry, closeEntry: () => void, ports: Ports): void;
  /** Closes the entry: other nodes pass nothing on to this one any more. */
  leaves(): void;
  close(): Promise<void>;
}

const leading: Following = () => ({ passed: null, files_missing: null, files_age_ms: null });

/** Joins the nodes of the database. @param onLost called once when this node led and another one leads */
export async function openNode(
  env: Env & { NATS_URL: string; DATABASE_URL: string },
  log: Logger,
  onLost: () => void,
): Promise<Node> {
  const id = randomUUID();
  const lease = await Lease.open(env.DATABASE_URL, id, { onLost });
  const { secret } = lease;
  const rare = new RareLines((details, message) => log.warn(details, message));
  let connection = { isOpen: false, since: Date.now() };
  const nats = openNats(env.NATS_URL, {
    changed(isOpen) {
      connection = { isOpen, since: Date.now() };
      if (isOpen) log.info('connected to NATS');
      else log.warn('the connection to NATS was lost: nodes do not hear each other');
    },
    failed: (err) => rare.write(String(err), { err }, 'NATS cannot be reached; it is tried again'),
  });
  const refusals = { forged: 0, repeated: 0, old: 0, connection: 0 };
  function refused(reason: keyof RefusalCounts): void {
    refusals[reason] += 1;
    rare.write(reason, { reason }, 'what is not of a node of this system was refused');
  }
  const bus = createBus(nats, { secret, from: id, refused });
  const lost = new LostNodes();
  let state: Pick<Beat, 'entry' | 'urls' | 'since'> = { entry: null, urls: [], since: 0 };
  let following: Following = leading;
  let endEntry = () => {};
  const own = (): Beat => ({
    ...{ name: hostname(), version: serverVersion, fence: lease.fence },
    ...{ ...state, ...following() },
  });
  const role = (entry: LeaderEntry | null, ports: Ports, isFollowing: Following) => {
    following = isFollowing;
    state = { entry, urls: urlsOf(env, ports), since: Math.floor(Date.now() / 1000) };
    presence.tell();
  };
  const presence = createPresence(bus, {
    own,
    heardFence: (fence) => lease.contest(fence),
    changed({ name, version, urls, fence }, state) {
      if (state === 'lost') lost.add({ name, urls, version, at: Date.now() });
      else lost.found({ name, urls });
      const node = { name, version, urls, leads: fence !== null };
      if (state === 'lost') log.warn(node, 'a node is not heard any more');
      else log.info(node, state === 'joined' ? 'a node is heard' : 'a node was stopped');
    },
  });
  return {
    ...{ lease, secret, leader: presence.leader, refused },
    source: {
      ...{ own, heard: presence.heard, lost: () => lost.all() },
      remember: (node) => lost.add(node),
      found: (node) => lost.found(node),
      forget: () => lost.clear(),
      ...{ bus: () => connection, refusals: () => refusals },
    },
    follows: (ports, isFollowing) => role(null, ports, isFollowing),
    leads(entry, closeEntry, ports) {
      endEntry = closeEntry;
      role(entry, ports, leading);
    },
    leaves() {
      endEntry();
      state = { ...state, entry: null };
      presence.tell();
    },
    async close() {
      presence.close();
      await bus.close();
      await lease.release();
    },
  };
}

/** Addresses at which terminals and consoles reach this node. */
function urlsOf({ HOST }: Pick<Env, 'HOST'>, { http, https }: Ports): string[] {
  const hosts = HOST === undefined ? networkAddresses() : [HOST];
  const ports = [['https', https] as const, ['http', http] as const].filter(([, port]) => port !== null);
  return ports.flatMap(([scheme, port]) =>
    hosts.map((host) => `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`),
  );
}
