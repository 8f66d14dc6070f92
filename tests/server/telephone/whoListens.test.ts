import { expect, test } from 'vitest';
import { WhoListens } from '../../../server/edge/integrations/telephone/whoListens.ts';

/** docs/rules/telephone-system.md#the-caller-hears-who-listens */

const nobody = { sounding: 0, unheard: [{ reason: 'offline', terminals: 2 }] };

function listeners() {
  const told: boolean[] = [];
  const clock = { ms: 0 };
  return {
    told,
    clock,
    who: new WhoListens(
      (isHeard) => told.push(isHeard),
      () => clock.ms,
    ),
  };
}

test('one terminal that plays is told once, and again only after a change', () => {
  const { told, who } = listeners();
  who.spoke();
  who.state(nobody);
  for (const sounding of [1, 3, 3]) who.state({ sounding, unheard: [] });
  expect(told).toEqual([true]);
  who.state(nobody);
  who.state({ sounding: 1, unheard: [] });
  expect(told).toEqual([true, false, true]);
  expect(who.wasHeard).toBe(true);
});

test.each(['sent', 'answered'])('a loudspeaker of another make with %s counts as taking it', (reason) => {
  const { told, who } = listeners();
  who.state({ sounding: 0, unheard: [{ reason, terminals: 1 }] });
  expect(told).toEqual([true]);
});

test('nobody is told 3 s after the first sound of the caller, not before it speaks', () => {
  const { told, clock, who } = listeners();
  clock.ms = 60_000;
  who.state(nobody);
  who.spoke();
  clock.ms += 2_900;
  who.spoke();
  who.state(nobody);
  expect(told).toEqual([]);
  clock.ms += 100;
  who.state(nobody);
  who.state(nobody);
  expect(told).toEqual([false]);
  expect(who.wasHeard).toBe(false);
});
