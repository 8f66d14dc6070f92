import { expect, test } from 'vitest';
import { Secret } from '../../../terminal/protocol/secret.ts';

test('a renewed secret is used from then on; the previous one is tried in turn while the new one is refused', () => {
  let stored: [string | undefined, string | undefined] = ['old', undefined];
  const secret = new Secret({
    get: () => stored[0],
    previous: () => stored[1],
    set(one, previous) {
      stored = [one, previous];
      return true;
    },
  });
  secret.refused();
  expect(secret.get()).toBe('old');
  expect(secret.renew('new')).toBe(true);
  expect(stored).toEqual(['new', 'old']);
  expect(secret.get()).toBe('new');

  secret.refused();
  expect(secret.get()).toBe('old');
  secret.refused();
  expect(secret.get()).toBe('new');

  // A restored site, which knows the previous one alone, gives another.
  secret.refused();
  secret.renew('newer');
  expect(stored).toEqual(['newer', 'old']);
  expect(secret.get()).toBe('newer');

  secret.set('adopted');
  expect(stored).toEqual(['adopted', undefined]);
  secret.set(undefined);
  expect(secret.get()).toBeUndefined();
});
