import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import { createPeople, type People } from '../accounts/people.ts';
import { send } from './files.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const count = 10_000;
const table = (volume: number) =>
  `code,name,zone,ao_volume,call_number\n${Array.from(
    { length: count },
    (_, i) => `T-${i},Speaker ${i},${i % 2 === 0 ? 'North' : 'South'},${volume},${100_000 + i}`,
  ).join('\n')}\n`;

test(`${count} terminals are created, and changed, by one file, and are in the live topics`, async () => {
  const { site, admin } = people;
  const topic = site.deps.live.topic<DeviceLive>('device');
  for (const [what, volume] of [
    ['created', 50],
    ['changed', 60],
  ] as const) {
    const from = performance.now();
    const answer = await send(site, admin, 'device', table(volume), { run: true });
    console.info(`import of ${count} terminals, ${what}: ${Math.round(performance.now() - from)} ms`);
    expect(answer.value).toMatchObject({ imported: true, [what]: count });
    expect(topic.snapshot().filter((row) => row.ao_volume === volume)).toHaveLength(count);
  }
  const zones = site.deps.live.topic<PartitionLive>('partition');
  await expect.poll(() => zones.get(people.north)?.expected).toBe(count / 2);
});
