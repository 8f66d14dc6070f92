import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLoadAhead } from '../../src/views/app/loadAhead.ts';

test('parts are loaded one after the other when idle, and again until they are there', async () => {
  const steps: string[] = [];
  const ahead = createLoadAhead({
    idle: async () => void steps.push('idle'),
    pause: async () => void steps.push('pause'),
  });
  let failures = 2;
  const part = (name: string) => async () => {
    steps.push(`${name} ${ahead.isLoading()}`);
    if (name === 'grid' && failures-- > 0) throw new Error('no link');
  };
  await ahead.load([part('grid'), part('dialog')]);
  const again = ['pause', 'idle', 'grid true'];
  expect(steps).toEqual(['idle', 'grid true', ...again, ...again, 'idle', 'dialog true']);
  expect(ahead.isLoading()).toBe(false);
});

test('every part of a screen that is loaded later is loaded ahead', () => {
  const ahead = readFileSync('src/views/laterParts.ts', 'utf8');
  const later = globSync('src/views/**/*.tsx').flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return [...text.matchAll(/laterPart(?:<[^>]*>)?\(\s*async[\s\S]*?import\('[^']*?([^/']+)'\)/g)].map(
      ([, file]) => file ?? '',
    );
  });
  expect(later.length).toBeGreaterThan(2);
  for (const file of later) expect(ahead).toContain(`/${file}')`);
});
