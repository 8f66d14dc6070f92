import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tickedZones, toggleZone, type ZoneTargets } from '../../../src/views/shared/targets/zoneChoice.ts';
import { randomRuns } from '../../support/random.ts';

const zone = (id: number, parent_id: number | null) => ({
  id,
  parent_id,
  name: `Z${id}`,
  online: 0,
  offline: 0,
  behind_relay: 0,
});
/** 1 ─ 2 ─ 4, 5 and 1 ─ 3; each zone has the terminals 10·zone and 10·zone + 1. */
const zones = [zone(1, null), zone(2, 1), zone(3, 1), zone(4, 2), zone(5, 2)];
const terminalsOf = (id: number) => [id * 10, id * 10 + 1];

/** All terminals of a choice. */
function heardAt(targets: ZoneTargets): Set<number> {
  return new Set([...[...tickedZones(zones, targets.orgs)].flatMap(terminalsOf), ...targets.devices]);
}

describe('choosing zones', () => {
  it('a zone includes its descendants', () => {
    expect(tickedZones(zones, [2])).toEqual(new Set([2, 4, 5]));
    const targets = toggleZone(zones, { orgs: [4, 3], devices: [] }, 2, terminalsOf);
    expect(targets.orgs).toEqual([3, 2]);
  });

  it('unticking a descendant splits the zone and keeps the rest', () => {
    const targets = toggleZone(zones, { orgs: [1], devices: [] }, 4, terminalsOf);
    expect(new Set(targets.orgs)).toEqual(new Set([5, 3]));
    expect(new Set(targets.devices)).toEqual(new Set([20, 21, 10, 11]));
  });

  it('after any toggle an unticked zone is heard nowhere below, and everything else is unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }), (presses) => {
        let targets: ZoneTargets = { orgs: [], devices: [] };
        for (const id of presses) {
          const before = heardAt({ ...targets, devices: [] });
          const single = new Set(targets.devices);
          const wasTicked = tickedZones(zones, targets.orgs).has(id);
          targets = toggleZone(zones, targets, id, terminalsOf);
          const touched = new Set([...tickedZones(zones, [id])].flatMap(terminalsOf));
          const after = heardAt(targets);
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
