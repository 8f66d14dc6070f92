import type { KeepingView } from '../../contract/entities/keeping.ts';
import type { KeepState } from '../../contract/keeping.ts';

/** What the server knows of what one terminal keeps. */
export interface Holding {
  /** What it is to hold. */
  revision: string;
  /** Whether there is anything to hold, and how many tasks of it. */
  isEmpty: boolean;
  tasks: number;
  /** What it last said; kept while it is away. */
  said: KeepState | null;
}

/** How a terminal stands; null: there is nothing for it to keep. */
export function viewOf(
  { revision, isEmpty, tasks, said }: Holding,
  { online, supports }: { online: boolean; supports: boolean },
): KeepingView | null {
  if (isEmpty) return null;
  const common = { trouble: null, tasks, bytes: said?.bytes ?? null };
  if (!supports) return { state: 'unsupported', ...common, bytes: null };
  if (said === null) return { state: online ? 'waiting' : 'unknown', ...common };
  const isHeld = said.revision === revision && said.trouble === null;
  if (isHeld) return { state: 'synced', ...common };
  if (!online) return { state: 'offline', ...common };
  const isStuck = said.trouble !== null && said.trouble !== 'fetching';
  return { ...common, state: isStuck ? 'trouble' : 'waiting', trouble: isStuck ? said.trouble : null };
}
