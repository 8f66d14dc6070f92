import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { MediaGroupLive } from '../../../contract/entities/sound/library.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Topic } from '../../platform/live/hub.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import { mustOwn } from '../../site/zones/owner.ts';
import type { LibraryRow, LibraryStore } from './library.repository.ts';
import type { MemberChange, Places } from './members.repository.ts';

type Values = Record<string, unknown>;

/**
 * Decides who may put entries into groups. Changing the content of a group needs its ownership; the entry itself
 * stays with its owner. Groups and entries that the caller does not see keep their relation.
 */
export function libraryPlacing<R extends LibraryRow>(
  store: LibraryStore<R>,
  groups: Pick<Topic<MediaGroupLive>, 'get'>,
  members: string,
) {
  const sees = (scope: Scope, id: number) => {
    const group = groups.get(id);
    return group !== undefined && inScope(scope, group.org);
  };

  /** Locks a group whose content changes. @throws AppError 404 for a group of another kind, or none; 403 */
  async function openGroup(tx: Tx, caller: Caller, groupId: number): Promise<void> {
    const group = await store.groups.lock(tx, caller.scope, groupId);
    if (group === undefined) throw new AppError(errorCode.notFound, 'group.notFound');
    mustOwn(caller, group);
  }

  return {
    openGroup,
    /** Reduces the groups of a row to those that a scope sees. */
    view(fields: Values, scope: Scope): Values {
      if (scope.all === true || fields.places === undefined) return fields;
      const all = fields.places as LibraryRow['places'];
      const places = all.filter(([id]) => sees(scope, id));
      if (places.length === all.length) return fields;
      const group_id = places[0]?.[0] ?? null;
      const position = places[0]?.[1] ?? fields.position;
      const group_ids = fields.group_ids === undefined ? {} : { group_ids: places.map(([id]) => id) };
      return { ...fields, places, group_id, position, ...group_ids };
    },
    /**
     * Replaces the groups and the position in the values of an entry (`row` null: a new one) by the change that the
     * repository takes. @throws AppError as `openGroup`
     */
    async placed(tx: Tx, caller: Caller, row: R | null, given: Values): Promise<Values> {
      const { group_id, group_ids, position, ...values } = given as Values & {
        group_id?: number | null;
        group_ids?: number[];
        position?: number;
      };
      const held = row?.group_ids ?? [];
      const only = group_id === undefined || group_id === null ? [] : [group_id];
      const isNamed = group_ids !== undefined || group_id !== undefined;
      const wanted = new Set(isNamed ? (group_ids ?? only) : held);
      const change: Places = {
        join: [...wanted].filter((id) => !held.includes(id)),
        leave: held.filter((id) => !wanted.has(id) && sees(caller.scope, id)),
        at: position,
      };
      // In the order of ids, so that two changes do not wait for each other.
      for (const id of [...change.join, ...change.leave].sort((a, b) => a - b))
        await openGroup(tx, caller, id);
      if (row !== null && !isNamed && position === undefined) return values;
      const isFree = change.join.length === 0 && held.every((id) => change.leave.includes(id));
      if (isFree)
        return {
          ...values,
          change,
          ...(row === null ? { position: await store.nextPosition(tx) } : {}),
          ...(position === undefined ? {} : { position }),
        };
      // A position alone is the place in the first group.
      const [first] = held;
      if (!isNamed && first !== undefined) await openGroup(tx, caller, first);
      return { ...values, change: isNamed || first === undefined ? change : { ...change, join: [first] } };
    },
    /**
     * Replaces the member ids in the values of a group by the change that the repository takes.
     * @throws AppError 404 for an entry that the caller does not see
     */
    async collected(tx: Tx, caller: Caller, row: Values | null, given: Values): Promise<Values> {
      const { [members]: named, ...values } = given;
      if (named === undefined) return values;
      const order = [...new Set(named as number[])];
      const known = await store.items.known(tx, caller.scope, order);
      if (order.some((id) => !known.has(id))) throw new AppError(errorCode.notFound, 'common.notFound');
      const held = new Set((row?.[members] ?? []) as number[]);
      const wanted = new Set(order);
      const change: MemberChange = {
        join: order.filter((id) => !held.has(id)),
        leave: [...held].filter((id) => !wanted.has(id)),
        order,
      };
      return { ...values, change };
    },
  };
}
