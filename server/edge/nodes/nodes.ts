import type { NodesOverview, SystemNode } from '../../../contract/entities/site/nodes/systemNode.ts';
import type { Actor, Audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/client.ts';
import type { NodesSource } from '../../platform/nodes/nodes.types.ts';
import type { Beat } from '../../platform/nodes/presence.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import { restoreLost, updateNodeFaults } from './nodeFaults.ts';

const LOOK_MS = 1_000;

export interface Nodes {
  overview(): NodesOverview;
  /** Forgets the nodes that are not heard any more. */
  forget(actor: Actor, ip: string): Promise<void>;
  /** Addresses of the nodes that are heard, this one included: a terminal may have come through another one. */
  addresses(): string[];
  close(): void;
}

export interface NodesDeps {
  db: Db;
  audit: Audit;
  faults: FaultSink;
  /** Null: the system has one server. */
  source: NodesSource | null;
  /** Wall time, epoch ms. */
  now: () => number;
}

/** Shows the nodes of the system at the one that leads, and opens faults of those that are lost. */
export function createNodes({ db, audit, faults, source, now }: NodesDeps): Nodes {
  if (source !== null) restoreLost(faults, source);
  const look = () => updateNodeFaults(faults, source, now());
  look();
  const timer = source === null ? undefined : setInterval(look, LOOK_MS).unref();
  return {
    overview: () =>
      source === null
        ? { is_connected: false, nodes: [] }
        : { is_connected: source.bus().isOpen, nodes: rowsOf(source) },
    async forget(actor, ip) {
      const names = source?.lost().map(({ name }) => name) ?? [];
      if (names.length === 0) return;
      await audit.record(db, actor, {
        ...{ action: 'delete', entity: 'node', entity_id: null, ip },
        before: { name: names.join(', ') },
      });
      source?.forget();
      look();
    },
    addresses: () =>
      source === null
        ? []
        : [source.own(), ...source.heard().map(({ beat }) => beat)].flatMap(({ urls }) => urls),
    close: () => clearInterval(timer),
  };
}

function rowsOf(source: NodesSource): SystemNode[] {
  const nothing = { passed: null, files_missing: null, files_age_ms: null, clock_ms: null };
  return [
    rowOf(source.own(), 0),
    ...source.heard().map(({ beat, clockMs }) => rowOf(beat, clockMs)),
    ...source.lost().map(({ name, urls, version, at }) => ({
      ...{ name, urls, version, ...nothing },
      role: 'lost' as const,
      since: Math.floor(at / 1000),
    })),
  ];
}

function rowOf(beat: Beat, clock_ms: number): SystemNode {
  const { name, urls, version, since, passed, files_missing, files_age_ms } = beat;
  return {
    ...{ name, urls, version, passed, files_missing, files_age_ms, clock_ms },
    role: beat.fence === null ? 'follower' : 'leader',
    since: since === 0 ? null : since,
  };
}
