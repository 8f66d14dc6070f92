import { expect, test } from 'vitest';
import type { IntegrationRow } from '../../../server/edge/integrations/integration.repository.ts';
import { checkPin } from '../../../server/edge/integrations/telephone/checkPin.ts';
import { createAttempts } from '../../../server/platform/auth/attempts.ts';

/** docs/rules/telephone-system.md#each-code-has-a-pin */

const code = {
  ...{ code: '1', action: 'all_call', zone: null },
  ...{ file: null, scheduled_task: null, alarm_plan: null },
};
const row = { id: 7, dial_plan: [code], pins: { 1: '4711', 9: '0000' } } as unknown as IntegrationRow;
const address = '10.0.0.5';

/** Limits of attempts at a time that the test moves, and a hash that is the PIN itself. */
function limits() {
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const checked: (string | null)[] = [];
  const hashing = {
    turn: async <T>(_kind: unknown, _from: string, work: (hasher: never) => Promise<T>) =>
      work({
        check: async (stored: string | null, pin: string) => {
          checked.push(stored);
          return stored === pin;
        },
      } as never),
  };
  const deps = { attempts: createAttempts(() => clock.ms), hashing };
  const dial = (number: string, entered: [code: string, pin: string], from = address) =>
    checkPin(deps, row, { code: entered[0], pin: entered[1] }, { number, address: from }).then(
      (found) => found?.code ?? null,
      (error: { code: number }) => error.code,
    );
  return { clock, checked, dial };
}

test('the right PIN finds its code; a code that does not exist, or no longer, is checked all the same', async () => {
  const { dial, checked } = limits();
  expect(await dial('200', ['1', '4711'])).toBe('1');
  expect(await dial('200', ['1', '0000'])).toBeNull();
  expect(await dial('200', ['5', '4711'])).toBeNull();
  expect(await dial('200', ['9', '0000'])).toBeNull();
  expect(checked).toEqual(['4711', '4711', null, null]);
});

test('a caller with five wrong PINs is refused for minutes, also with the right one; others are not', async () => {
  const { clock, dial } = limits();
  for (let n = 0; n < 5; n++) expect(await dial('200', ['1', '1111'])).toBeNull();
  expect(await dial('200', ['1', '4711'])).toBe(429);
  expect(await dial('201', ['1', '4711'])).toBe('1');
  clock.ms += 5 * 60_000 + 1;
  expect(await dial('200', ['1', '4711'])).toBe('1');
});

test('forged caller numbers share the limit of their address', async () => {
  const { dial } = limits();
  for (let n = 0; n < 30; n++) expect(await dial(String(n), ['1', '1111'])).toBeNull();
  expect(await dial('999', ['1', '4711'])).toBe(429);
  expect(await dial('999', ['1', '4711'], '172.16.0.9')).toBe('1');
});
