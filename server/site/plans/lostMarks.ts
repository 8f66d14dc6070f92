import { type PlanMark, terminalOf } from '../../../contract/entities/site/sitePlan.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { createTurns } from '../../platform/workers/turns.ts';
import type { Gateway } from '../terminals/gateway/terminals.types.ts';
import type { UseRegistry } from '../uses/registry.ts';
import { placed } from '../uses/used.ts';
import { type SitePlanRow, sitePlans } from './sitePlan.repository.ts';

export interface LostMarksDeps {
  db: Db;
  live: LiveHub;
  uses: UseRegistry;
  gateway: Pick<Gateway, 'subscribe'>;
  directory: { byId(id: number): object | undefined };
  log: { error(details: object, message: string): void };
}

/**
 * Removes the marks of deleted terminals from the plans. Before a deletion the registry of uses names these plans, as
 * it names the tasks that lose a target.
 *
 * @param rows plans as they are held
 * @param committed called with each changed plan after its commit
 */
export function removeLostMarks(
  { db, live, uses, gateway, directory, log }: LostMarksDeps,
  rows: () => readonly SitePlanRow[],
  committed: (before: SitePlanRow, after: SitePlanRow) => void,
) {
  const isLost = (mark: PlanMark) => directory.byId(terminalOf(mark)) === undefined;
  const inTurn = createTurns();
  let isDue = false;

  async function sweep(): Promise<void> {
    isDue = false;
    for (const { id } of rows().filter(({ marks }) => marks.some(isLost))) {
      const change = await db.transaction(async (tx) => {
        const before = await sitePlans.lock(tx, { all: true }, id);
        if (before === undefined) return null;
        const marks = before.marks.filter((mark) => !isLost(mark));
        return [before, await sitePlans.update(tx, id, { marks })] as const;
      });
      if (change !== null) committed(...change);
    }
  }
  /** Removes them in one pass, however many terminals are deleted at once. */
  function remove(): Promise<void> {
    if (isDue) return Promise.resolve();
    isDue = true;
    return inTurn(sweep).catch((error: unknown) => {
      // Done at the next deletion or start; until then these marks are not shown.
      log.error({ err: error }, 'marks of deleted terminals could not be removed from site plans');
    });
  }

  uses.register('target_terminal', async (_, ids) => {
    const wanted = new Set(ids);
    const found = rows().flatMap(({ id: row, name: user, marks }) => {
      const own = new Set(marks.map(terminalOf).filter((id) => wanted.has(id)));
      return [...own].map((id) => ({ id, user, row }));
    });
    return placed(live, 'site_plan', found);
  });
  const unsubscribe = gateway.subscribe({ removed: () => void remove() });
  return {
    remove,
    async close() {
      unsubscribe();
      await inTurn(async () => {});
    },
  };
}
