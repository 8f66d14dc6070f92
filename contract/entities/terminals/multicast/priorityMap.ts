import { z } from 'zod';
import { LAST_STEP } from '../../../protocol/prioritySteps.ts';
import { groupAddress, rtpPort } from './multicastFields.ts';

/** Most addresses of a group beside its first one. */
export const MAX_LEVELS = 10;

/** Makers whose devices number the multicast addresses that they receive. */
export const scaleNames = [
  'none',
  'algo',
  'axis',
  'cyberdata',
  'grandstream',
  'snom',
  'yealink',
  'zenitel',
] as const;
export type ScaleName = (typeof scaleNames)[number];

export interface VendorScale {
  least: number;
  most: number;
  /** Which of two numbers interrupts the other one; null: not known, so it is not checked. */
  highest: 'least' | 'most' | null;
}

/** Numbers by which makers order multicast addresses (docs/rules/foreign-loudspeakers.md). */
export const vendorScales: Record<ScaleName, VendorScale | null> = {
  none: null,
  algo: { least: 1, most: 9, highest: null },
  axis: { least: 1, most: 31, highest: 'least' },
  cyberdata: { least: 0, most: 9, highest: 'most' },
  grandstream: { least: 1, most: 10, highest: 'least' },
  snom: { least: 0, most: 10, highest: 'most' },
  yealink: { least: 1, most: 31, highest: 'least' },
  zenitel: { least: 1, most: 10, highest: 'most' },
};

/** Step of the priority of broadcasts from which a level is used. */
export const levelFrom = z
  .number()
  .int()
  .min(1)
  .max(LAST_STEP)
  .describe(
    'Used from this step on: the weight of a task type (1 to 999), 1000 for exams, 2000 for alarms, 3000 for the emergency microphone.',
  );

const number = z
  .number()
  .int()
  .min(0)
  .max(99)
  .describe('Number that the address has on the page of the device; only with a `scale`.');

/** Address for broadcasts from a step of priority on. */
export const priorityLevel = z.object({ from: levelFrom, group: groupAddress, port: rtpPort, number });
export type PriorityLevel = z.output<typeof priorityLevel>;

/** Fields of the priority map of a group. */
export const priorityMapFields = {
  scale: z
    .enum(scaleNames)
    .default('none')
    .describe(
      'Maker by whose numbers the device orders the addresses: `algo`, `axis`, `cyberdata`, `grandstream`, `snom`, `yealink` or `zenitel`; `none`: they are not numbered.',
    ),
  number: number.default(0),
  levels: z
    .array(priorityLevel)
    .max(MAX_LEVELS)
    .default([])
    .describe(
      'Further addresses for broadcasts of higher priority, in rising order; empty: all go to the first address.',
    ),
};

interface PriorityMap {
  group: string;
  port: number;
  scale: ScaleName;
  number: number;
  levels: readonly PriorityLevel[];
}

/** Tells if a number is higher than the one before it, by the scale of a maker. */
function isHigher({ highest }: VendorScale, before: number, number: number): boolean {
  if (highest === null) return number !== before;
  return highest === 'most' ? number > before : number < before;
}

/** Faults of a priority map: the path of the field and the key of the message. */
export function priorityMapFaults(map: PriorityMap): { path: (string | number)[]; error: string }[] {
  const scale = vendorScales[map.scale];
  const faults: { path: (string | number)[]; error: string }[] = [];
  const isOutside = (one: number) => scale !== null && (one < scale.least || one > scale.most);
  if (isOutside(map.number)) faults.push({ path: ['number'], error: 'rules.levelRange' });
  const addresses = new Set([`${map.group}:${map.port}`]);
  let before = { from: 0, number: map.number };
  for (const [i, level] of map.levels.entries()) {
    const address = `${level.group}:${level.port}`;
    if (level.from <= before.from) faults.push({ path: ['levels', i, 'from'], error: 'rules.levelOrder' });
    if (addresses.has(address)) faults.push({ path: ['levels', i, 'group'], error: 'rules.levelAddress' });
    addresses.add(address);
    if (isOutside(level.number)) faults.push({ path: ['levels', i, 'number'], error: 'rules.levelRange' });
    else if (scale !== null && !isHigher(scale, before.number, level.number))
      faults.push({ path: ['levels', i, 'number'], error: 'rules.levelNumber' });
    before = level;
  }
  return faults;
}

/** Place of the level that a step of priority uses: 0 is the first address, 1 the first of `levels`. */
export function levelOf(levels: readonly { from: number }[], step: number): number {
  return levels.filter(({ from }) => from <= step).length;
}

/** Numbers of a scale for the first address and `levels` further ones, from the lowest priority to the highest. */
export function numbersOf(name: ScaleName, levels: number): number[] {
  const scale = vendorScales[name];
  if (scale === null) return Array.from({ length: levels + 1 }, () => 0);
  const { least, most, highest } = scale;
  return Array.from({ length: levels + 1 }, (_, i) =>
    highest === 'least' ? Math.max(least, most - i) : Math.min(most, least + i),
  );
}
