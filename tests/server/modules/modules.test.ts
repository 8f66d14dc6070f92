import { expect, test } from 'vitest';
import { createDeferredQuery } from '../../../server/start/modules/deferredQuery.ts';
import { modulesAmong, modulesOver } from '../../../server/start/modules/module.ts';
import { createStops } from '../../../server/start/modules/stopOrder.ts';

interface Outside {
  seed: number;
  spare?: string;
}
const module = modulesAmong<Outside & { first: number; second: string[] }>();
const first = module({
  needs: ['seed'],
  open({ seed }, onStop) {
    onStop('live', () => ended.push('live'));
    return { first: seed + 1 };
  },
});
let ended: string[] = [];

test('a module gets only the dependencies that it declares', async () => {
  ended = [];
  const second = module({ needs: ['first', 'spare'], open: (needs) => ({ second: Object.keys(needs) }) });
  const opened = await modulesOver<Outside>().with(first).with(second).open({ seed: 4 });
  expect(opened).toMatchObject({ seed: 4, first: 5, second: ['first'] });
  await opened.close();
  expect(ended).toEqual(['live']);
});

test('a start that fails closes the modules that it had opened', async () => {
  ended = [];
  const failing = module({
    needs: ['first'],
    open(): { second: string[] } {
      throw new Error('no room');
    },
  });
  await expect(modulesOver<Outside>().with(first).with(failing).open({ seed: 1 })).rejects.toThrow('no room');
  expect(ended).toEqual(['live']);
});

test('modules stop in the order of the list, alarms before sound before storage, also after a failure', async () => {
  ended = [];
  const stops = createStops();
  for (const name of ['journal', 'snapshot', 'broadcasting', 'emergency', 'terminals'] as const)
    stops.on(name, async () => {
      await Promise.resolve();
      ended.push(name);
      if (name === 'emergency') throw new Error('stuck');
    });
  expect(() => stops.on('journal', () => {})).toThrow('journal');
  await expect(stops.close()).rejects.toThrow('stuck');
  expect(ended).toEqual(['emergency', 'broadcasting', 'terminals', 'journal', 'snapshot']);
});

test('a question is answered by its default until its one source is set', () => {
  const late = createDeferredQuery((name: string) => `no ${name}`);
  expect(late.query('alarm')).toBe('no alarm');
  late.setSource((name) => `one ${name}`);
  expect(late.query('alarm')).toBe('one alarm');
  expect(() => late.setSource(() => '')).toThrow('two sources');
});
