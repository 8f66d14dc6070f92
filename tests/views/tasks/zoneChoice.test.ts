import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Aim, tickedZones, toggleZone } from '../../../src/views/shared/targets/zoneChoice.ts';
import { randomRuns } from '../../support/random.ts';

const zone = (id: number, parent_id: number | null) => ({
  id,
  parent_id,
  name: `Z${id}`,
  online: 0,
  offline: 0,
});
/** 1 ─ 2 ─ 4, 5 and 1 ─ 3; each zone has the terminals 10·zone and 10·zone + 1. */
const zones = [zone(1, null), zone(2, 1), zone(3, 1), zone(4, 2), zone(5, 2)];
const terminalsOf = (id: number) => [id * 10, id * 10 + 1];

/** All terminals of a choice. */
function heardAt(aim: Aim): Set<number> {
  return new Set([...[...tickedZones(zones, aim.orgs)].flatMap(terminalsOf), ...aim.devices]);
}

describe('choosing zones', () => {
  it('a zone includes its descendants', () => {
    expect(tickedZones(zones, [2])).toEqual(new Set([2, 4, 5]));
    const aim = toggleZone(zones, { orgs: [4, 3], devices: [] }, 2, terminalsOf);
    expect(aim.orgs).toEqual([3, 2]);
  });

  it('unticking a descendant splits the zone and keeps the rest', () => {
    const aim = toggleZone(zones, { orgs: [1], devices: [] }, 4, terminalsOf);
    expect(new Set(aim.orgs)).toEqual(new Set([5, 3]));
    expect(new Set(aim.devices)).toEqual(new Set([20, 21, 10, 11]));
  });

  it('after any toggle an unticked zone is heard nowhere below, and everything else is unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }), (presses) => {
        let aim: Aim = { orgs: [], devices: [] };
        for (const id of presses) {
          const before = heardAt({ ...aim, devices: [] });
          const single = new Set(aim.devices);
          const wasTicked = tickedZones(zones, aim.orgs).has(id);
          aim = toggleZone(zones, aim, id, terminalsOf);
          const touched = new Set([...tickedZones(zones, [id])].flatMap(terminalsOf));
          const after = heardAt(aim);
          for (const terminal of [10, 11, 20, 21, 30, 31, 40, 41, 50, 51]) {
            const isHeard = touched.has(terminal)
              ? !wasTicked || single.has(terminal)
              : before.has(terminal) || single.has(terminal);
            expect(after.has(terminal), `${presses} ${terminal}`).toBe(isHeard);
          }
        }
      }),
      randomRuns(100),
    );
  });
});
