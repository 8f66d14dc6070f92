import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankedTexts } from '../../../src/views/kit/grid/textOrder.ts';
import { randomRuns } from '../../support/random.ts';

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

test('ranks order texts as the comparison does, in any sequence of questions', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '1', '02', '10', 'é'), maxLength: 4 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 300 }), (texts) => {
      const ranked = rankedTexts(compare);
      for (const [i, a] of texts.entries()) {
        const b = texts[(i * 7 + 3) % texts.length] ?? a;
        expect(Math.sign(ranked(a, b))).toBe(Math.sign(compare(a, b)));
      }
    }),
    randomRuns(30),
  );
});

test('texts that were compared before are compared by their ranks', () => {
  let calls = 0;
  const ranked = rankedTexts((a, b) => {
    calls += 1;
    return compare(a, b);
  });
  const texts = Array.from({ length: 500 }, (_, i) => `room ${i}`);
  const sortAll = () => texts.toSorted((a, b) => ranked(b, a));
  for (let i = 0; i < 4; i++) sortAll();
  calls = 0;
  expect(sortAll()[0]).toBe('room 499');
  expect(calls).toBeLessThan(1_000);
});
