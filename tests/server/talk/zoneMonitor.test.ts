import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunningBroadcast } from '../../../server/air/engine/runningBroadcast.ts';
import { ZoneMonitor } from '../../../server/air/talk/zoneMonitor.ts';
import type { Scope } from '../../../server/platform/live/scope.ts';

/** docs/rules/telephone-system.md#a-phone-listens-to-a-zone */

const HOUSE = 1;
const ROOM = 2;
const OTHER = 3;
type Playing = [terminal: number, org: number, state?: string];

/** Running broadcasts: the terminals of each, their zones and states. */
let air: Playing[][];
let monitor: ZoneMonitor | null;
let heard: (number | null)[];
/** Terminals that are listened to. */
let open: number[];
let announced: number[];
beforeEach(() => {
  [air, heard, open, announced, monitor] = [[], [], [], [], null];
});
afterEach(() => monitor?.close());

const without = (list: number[], one: number) => () => void list.splice(list.indexOf(one), 1);

function listen(scope: Scope = { all: true }): ZoneMonitor {
  monitor = new ZoneMonitor(
    {
      zones: { subtree: () => new Set([HOUSE, ROOM]) },
      clock: { now: () => 0 },
      engine: {
        all: () =>
          air.map((targets) => ({
            targets: new Map(
              targets.map(([terminalId, org, state = 'sounding']) => [
                terminalId,
                { terminalId, org, state },
              ]),
            ),
          })) as unknown as RunningBroadcast[],
        monitor(terminal) {
          open.push(terminal);
          return without(open, terminal);
        },
      },
      listeners: {
        add(terminal) {
          announced.push(terminal);
          return without(announced, terminal);
        },
      },
    },
    { zone: HOUSE, scope },
    { packet: () => undefined, opened: () => undefined, at: (terminal) => heard.push(terminal) },
  );
  return monitor;
}

test('a zone without sound is told at once, and its sound when it begins and ends', async () => {
  listen();
  expect(heard).toEqual([null]);
  air = [[[5, ROOM]]];
  await expect.poll(() => heard).toEqual([null, 5]);
  expect([open, announced]).toEqual([[5], [5]]);
  air = [];
  await expect.poll(() => heard).toEqual([null, 5, null]);
  expect([open, announced]).toEqual([[], []]);
});

test('what most terminals of the zone play is heard, and stays while its terminal plays', async () => {
  air = [
    [[5, HOUSE]],
    [
      [6, ROOM],
      [7, ROOM],
    ],
    [
      [8, OTHER],
      [9, OTHER],
      [10, OTHER],
    ],
  ];
  listen();
  expect(heard).toEqual([6]);
  air = [
    [[6, ROOM]],
    [
      [5, HOUSE],
      [7, ROOM],
    ],
  ];
  monitor?.allow({ all: true });
  expect(heard).toEqual([6]);
  air = [[[6, ROOM, 'paused']], [[7, ROOM]]];
  await expect.poll(() => heard).toEqual([6, 7]);
  expect([open, announced]).toEqual([[7], [7]]);
});

test('terminals that are paused, silent or in zones of others are not listened to', () => {
  air = [
    [
      [5, HOUSE, 'paused'],
      [6, ROOM, 'silent'],
    ],
    [[7, ROOM, 'sounding']],
  ];
  const one = listen({ ids: new Set([HOUSE]) });
  expect(heard).toEqual([null]);
  one.allow({ ids: new Set([HOUSE, ROOM]) });
  expect(heard).toEqual([null, 7]);
  one.allow({ ids: new Set() });
  expect(heard).toEqual([null, 7, null]);
});

test('loudspeakers that cannot confirm are listened to; the end takes everything back', () => {
  air = [[[5, HOUSE, 'sent']]];
  const one = listen();
  expect(heard).toEqual([5]);
  one.close();
  expect([open, announced]).toEqual([[], []]);
});
