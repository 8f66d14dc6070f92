import type { LostNode, NodesSource } from '../../platform/nodes/nodes.types.ts';
import type { FaultSink } from '../../site/faults/faults.ts';

/** Time after which a node that is not heard, or NATS that is away, is a fault, ms. */
const FAULT_MS = 5_000;

const subjectOf = ({ name, urls }: Pick<LostNode, 'name' | 'urls'>) => `${name} ${urls[0] ?? ''}`;

/** Takes the nodes as lost that were lost when the leader before ended. */
export function restoreLost(faults: Pick<FaultSink, 'allOpen'>, source: NodesSource): void {
  const known = new Set(
    [source.own(), ...source.heard().map(({ beat }) => beat)].flatMap(({ urls }) => urls),
  );
  for (const { kind, params, opened_at } of faults.allOpen()) {
    const { name = '', address = '' } = params;
    if (kind === 'node_lost' && !known.has(String(address)))
      source.remember({ name: String(name), urls: [String(address)], version: '', at: opened_at * 1000 });
  }
}

/** Opens and resolves the faults of lost nodes, and of NATS. @param source null: the system has one server */
export function updateNodeFaults(faults: FaultSink, source: NodesSource | null, nowMs: number): void {
  const bus = source?.bus() ?? { isOpen: true, since: nowMs };
  const isLate = (since: number) => nowMs - since >= FAULT_MS;
  if (!bus.isOpen && isLate(bus.since)) faults.open({ kind: 'nats_lost', subject: 'nodes' });
  else if (bus.isOpen) faults.resolve('nats_lost', 'nodes');
  // A leader that was lost itself, and that no other one has heard again, has no address before it listens.
  if (source !== null) source.found(source.own());
  const lost = source?.lost() ?? [];
  // Without NATS nothing is known of the others, and for a moment after it is back.
  if (bus.isOpen && isLate(bus.since))
    for (const node of lost.filter(({ at }) => isLate(at))) {
      const params = { name: node.name, address: node.urls[0] ?? '' };
      faults.open({ kind: 'node_lost', subject: subjectOf(node), params });
    }
  const subjects = new Set(lost.map(subjectOf));
  for (const { kind, subject } of faults.allOpen())
    if (kind === 'node_lost' && !subjects.has(subject)) faults.resolve(kind, subject);
}
