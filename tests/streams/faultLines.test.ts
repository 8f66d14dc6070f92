import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withheld } from '../../contract/api/permissions.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import { type FaultLine, groupFaults, MOMENT_S, SPREAD_S } from '../../src/streams/faultLines.ts';
import { randomRuns } from '../support/random.ts';
import { faultRow } from './faultRow.ts';

const start = 1_800_000_000;
const fault = (id: number, more: Partial<Fault> = {}) => faultRow(id, { opened_at: start, org: 1, ...more });
const idsOf = (lines: readonly FaultLine[]) => lines.map(({ faults }) => faults.map(({ id }) => id));

describe('faults with one cause are one line', () => {
  test('a school that loses its connection: number, zone, first moment, network', () => {
    const faults = Array.from({ length: 38 }, (_, i) =>
      fault(i + 1, { kind: 'terminal_silent', org: 7, opened_at: start + (i % 4), subnet: '10.1.2.0/24' }),
    );
    expect(groupFaults([], faults)).toMatchObject([
      { kind: 'terminal_silent', since: start, latest: start + 3, zones: [7], subnet: '10.1.2.0/24' },
    ]);
    expect(groupFaults([], faults)[0]?.faults).toHaveLength(38);
  });

  test('grouped by zone within ten minutes, by network across zones, by moment without either; never of two kinds', () => {
    const of = (...faults: Fault[]) => idsOf(groupFaults([], faults));
    const subnet = '10.1.2.0/24';
    expect(of(fault(1), fault(2, { opened_at: start + SPREAD_S }))).toEqual([[1, 2]]);
    expect(of(fault(1), fault(2, { opened_at: start + SPREAD_S + 1 }))).toEqual([[1], [2]]);
    expect(of(fault(1, { subnet }), fault(2, { org: 2, subnet, opened_at: start + 60 }))).toEqual([[1, 2]]);
    expect(of(fault(1), fault(2, { org: 2, opened_at: start + 60 }))).toEqual([[1], [2]]);
    expect(of(fault(1), fault(2, { org: 2, opened_at: start + MOMENT_S }))).toEqual([[1, 2]]);
    expect(of(fault(1), fault(2, { org: 2, opened_at: start + MOMENT_S + 1 }))).toEqual([[1], [2]]);
    expect(of(fault(1), fault(2, { kind: 'fire_device_lost' }))).toEqual([[1], [2]]);
  });

  test('a network that is hidden or unknown joins nothing', () => {
    for (const subnet of [withheld, '']) {
      const lines = groupFaults(
        [],
        [fault(1, { subnet }), fault(2, { org: 2, subnet, opened_at: start + 60 })],
      );
      expect(lines.map((line) => line.subnet)).toEqual(['', '']);
    }
    const mixed = groupFaults([], [fault(1, { subnet: '10.1.2.0/24' }), fault(2)]);
    expect(mixed).toMatchObject([{ subnet: '' }]);
  });
});

const step = fc.record({
  wait: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 900 })),
  open: fc.array(
    fc.record({
      kind: fc.constantFrom('terminal_lost' as const, 'terminal_silent' as const, 'disk' as const),
      org: fc.constantFrom(1, 2, 3, null),
      subnet: fc.constantFrom('', '10.0.1.0/24', '10.0.2.0/24', withheld),
    }),
    { maxLength: 6 },
  ),
  close: fc.array(fc.nat(), { maxLength: 6 }),
  acknowledge: fc.option(fc.nat()),
});

test('random histories: each fault in exactly one line, which it never leaves; lines never change places', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.nat(), (steps, order) => {
      let now = start;
      let id = 0;
      let faults: Fault[] = [];
      let lines: FaultLine[] = [];
      const home = new Map<number, string>();
      for (const { wait, open, close, acknowledge } of steps) {
        now += wait;
        for (const at of close) faults.splice(at % (faults.length + 1), 1);
        for (const more of open) faults.push(fault(++id, { ...more, opened_at: now }));
        if (acknowledge !== null)
          faults = faults.map((one) =>
            one.id % 3 === acknowledge % 3 ? { ...one, state: 'acknowledged' } : one,
          );
        // The rows arrive in any order.
        const rotated = [
          ...faults.slice(order % (faults.length + 1)),
          ...faults.slice(0, order % (faults.length + 1)),
        ];
        const before = lines;
        lines = groupFaults(before, rotated);

        const all = lines.flatMap((line) => line.faults);
        expect(all.map((one) => one.id).sort((a, b) => a - b)).toEqual(
          faults.map((one) => one.id).sort((a, b) => a - b),
        );
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
        for (const line of lines) {
          expect(line.since).toBe(Math.min(...line.faults.map((one) => one.opened_at)));
          for (const one of line.faults) {
            expect(one.kind).toBe(line.kind);
            expect(faults).toContain(one);
            expect(home.get(one.id) ?? line.key).toBe(line.key);
            home.set(one.id, line.key);
            if (line.subnet !== '') expect(one.subnet).toBe(line.subnet);
            expect(line.zones).toContain(one.org);
          }
        }
        const keys = lines.map(({ key }) => key);
        const stay = before.map(({ key }) => key).filter((key) => keys.includes(key));
        expect(keys.slice(0, stay.length)).toEqual(stay);
        // A reader of fewer zones gets only what is visible to them.
        const seen = rotated.filter(({ org }) => org === 1);
        expect(groupFaults([], seen).every(({ zones }) => zones.every((zone) => zone === 1))).toBe(true);
      }
      expect(groupFaults(lines, faults)).toEqual(lines);
    }),
    randomRuns(150),
  );
});
