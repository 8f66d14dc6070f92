import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { serverVersion } from '../../platform/config/version.ts';
import { Lease } from '../../platform/db/lease/lease.ts';
import type { Refusal } from '../../platform/nodes/bus.types.ts';
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
export interface Node extends Pick<Presence, 'leader'> {
  lease: Lease;
  secret: string;
  /** Tells the others that this node follows. */
  follows(ports: Ports): void;
  /** Tells the others that this node leads. @param closeEntry called when it leaves */
  leads(entry: LeaderEntry, closeEntry: () => void, ports: Ports): void;
  /** Closes the entry: other nodes pass nothing on to this one any more. */
  leaves(): void;
  close(): Promise<void>;
}

/** Joins the nodes of the database. @param onLost called once when this node led and another one leads */
export async function openNode(
  env: Env & { NATS_URL: string; DATABASE_URL: string },
  log: Logger,
  onLost: () => void,
): Promise<Node> {
  const id = randomUUID();
  const lease = await Lease.open(env.DATABASE_URL, id, { onLost });
  const { secret } = lease;
  const nats = openNats(env.NATS_URL, (isOpen) => {
    if (isOpen) log.info('connected to NATS');
    else log.warn('the connection to NATS was lost: nodes do not hear each other');
  });
  // The log counts repeated lines, so that a flood of foreign messages does not fill it.
  const refused = (reason: Refusal) =>
    log.warn({ reason }, 'a message that is not one of a node of this system was refused');
  const bus = createBus(nats, { secret, from: id, refused });
  let state: Pick<Beat, 'entry' | 'urls'> = { entry: null, urls: [] };
  let endEntry = () => {};
  const own = (): Beat => ({
    ...{ name: hostname(), version: serverVersion, fence: lease.fence },
    ...state,
  });
  const presence = createPresence(bus, {
    own,
    heardFence: (fence) => lease.contest(fence),
    changed({ name, version, urls, fence }, state) {
      const node = { name, version, urls, leads: fence !== null };
      if (state === 'lost') log.warn(node, 'a node is not heard any more');
      else log.info(node, state === 'joined' ? 'a node is heard' : 'a node was stopped');
    },
  });
  return {
    ...{ lease, secret, leader: presence.leader },
    follows(ports) {
      state = { entry: null, urls: urlsOf(env, ports) };
      presence.tell();
    },
    leads(entry, closeEntry, ports) {
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
