import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { serverVersion } from '../../platform/config/version.ts';
import { Lease } from '../../platform/db/lease.ts';
import { openNats } from '../../platform/nodes/nats.ts';
import { type Beat, createPresence, type LeaderEntry, type Presence } from '../../platform/nodes/presence.ts';
import { createBus } from '../../platform/nodes/signedBus.ts';
import type { Env } from '../../platform/process/env.ts';
import { networkAddresses } from '../../platform/process/machineNames.ts';

interface Ports {
  http: number | null;
  https: number | null;
}

/** This process as one node of the system of its database. */
export interface Node extends Pick<Presence, 'others' | 'leader'> {
  lease: Lease;
  secret: string;
  isConnected(): boolean;
  /** Number of messages and connections refused so far, by reason. */
  refused(): Record<'forged' | 'repeated' | 'old' | 'connection', number>;
  countRefused(): void;
  /** Tells the others that this node follows. @param missing number of files that it lacks */
  follows(ports: Ports, missing: () => number | null): void;
  /** Tells the others that this node leads. @param closeEntry called when it leaves */
  leads(entry: LeaderEntry, closeEntry: () => void, ports: Ports): void;
  /** Closes the entry: other nodes pass nothing on to this one any more. */
  leaves(): void;
  close(): Promise<void>;
}

/** Joins the nodes of the database. @param onLost called once when this node led and another one leads */
export async function openNode(
  env: Env & { NATS_URL: string; DATABASE_URL: string },
  onLost: () => void,
): Promise<Node> {
  const id = randomUUID();
  const lease = await Lease.open(env.DATABASE_URL, id, { onLost });
  const { secret } = lease;
  const bus = createBus(openNats(env.NATS_URL), { secret, from: id });
  let connections = 0;
  let state: Pick<Beat, 'entry' | 'urls'> = { entry: null, urls: [] };
  let missing: () => number | null = () => null;
  let endEntry = () => {};
  const own = (): Beat => ({
    ...{ name: hostname(), version: serverVersion, fence: lease.fence },
    ...{ ...state, files_missing: missing() },
  });
  const presence = createPresence(bus, own, (fence) => lease.contest(fence));
  return {
    ...{ lease, secret, others: presence.others, leader: presence.leader, isConnected: bus.isConnected },
    refused: () => ({ ...bus.refused(), connection: connections }),
    countRefused() {
      connections += 1;
    },
    follows(ports, lacks) {
      missing = lacks;
      state = { entry: null, urls: urlsOf(env, ports) };
      presence.tell();
    },
    leads(entry, closeEntry, ports) {
      missing = () => null;
      endEntry = closeEntry;
      state = { entry, urls: urlsOf(env, ports) };
      presence.tell();
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
  const [scheme, port] = https === null ? ['http', http] : ['https', https];
  return hosts.map((host) => `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`);
}
