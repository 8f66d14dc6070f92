import type { Why } from '../../contract/entities/device.ts';
import type { Standing } from './claims.ts';
import type { RunningBroadcast } from './runningBroadcast.ts';

type Find = (id: number) => RunningBroadcast | undefined;

const nameOf = (find: Find, id: number) => find(id)?.row.name ?? String(id);

/** Why a terminal sounds as it does for the broadcast that holds it (design 7). */
export function whyHeld(b: RunningBroadcast, standing: Standing | null, find: Find): Why {
  const params = { task: b.row.name };
  if (b.paused) return { key: 'paused', params };
  if (standing?.kind === 'holds' && standing.over !== null)
    return { key: 'preempting', params: { ...params, over: nameOf(find, standing.over) } };
  return { key: 'playing', params };
}

/** Why a broadcast does not sound at a terminal that another one holds. */
export function whyNot(standing: Exclude<Standing, { kind: 'holds' }>, find: Find): Why {
  const by = nameOf(find, standing.by);
  return { key: standing.kind, params: { by } };
}
