import type { LiveRow, TopicName } from '../../../contract/api/live.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { LiveChange } from '../../platform/live/rowLog.ts';
import type { Devices, Place } from '../terminals/devicesApi.ts';

/** Zone and presence of a member, which counts as online or not. */
export type MemberPlace = Omit<Place, 'isMissing'>;

/** Source of members: their zone and presence; gets the groups of each. */
export interface MemberSource {
  /** Undefined: it is gone. */
  placeOf(id: number): MemberPlace | undefined;
  /** `before` null: it is new; `after` null: it is gone. */
  subscribe(moved: (id: number, before: MemberPlace | null, after: MemberPlace | null) => void): void;
  regrouped?(id: number, groups: readonly number[]): void;
}

export function terminalSource(devices: Devices): MemberSource {
  return {
    placeOf(id) {
      const state = devices.get(id);
      return state && { org: state.terminal.org, online: state.online, isBehind: state.behindRelay !== null };
    },
    subscribe(moved) {
      devices.subscribe({ moved });
    },
    regrouped: (id, groups) => devices.setGroups(id, groups),
  };
}

const placeIn = ({ org }: Pick<LiveRow, 'org'>): MemberPlace => ({
  org: typeof org === 'number' ? org : null,
  // Members other than terminals count as online.
  online: true,
  isBehind: false,
});

/** Members that are the rows of a live topic, each in the zone of its row. */
export function topicSource(live: LiveHub, name: TopicName): MemberSource {
  const places = new Map<number, MemberPlace>();
  for (const row of live.state(name).rows.values()) places.set(row.id, placeIn(row));
  return {
    placeOf: (id) => places.get(id),
    subscribe(moved) {
      const put = (id: number, after: MemberPlace | null): void => {
        const before = places.get(id) ?? null;
        if (after === null) places.delete(id);
        else places.set(id, after);
        if (before?.org !== after?.org) moved(id, before, after);
      };
      live.watch(name, (change: LiveChange) => {
        if (change.op === 'upsert') put(change.row.id, placeIn(change.row));
        else if (change.op === 'remove') put(change.id, null);
        else if (change.op === 'replaceAll') {
          const rows = new Map(change.rows.map((row) => [row.id, row]));
          for (const id of [...places.keys()]) if (!rows.has(id)) put(id, null);
          for (const row of rows.values()) put(row.id, placeIn(row));
        }
      });
    },
  };
}
