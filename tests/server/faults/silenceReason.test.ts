import { expect, test } from 'vitest';
import { silenceReason } from '../../../server/site/faults/silenceReason.ts';

test('an online terminal that is known to be silent counts as unreachable', () => {
  const reason = (report: object | null | undefined, ...kinds: string[]) =>
    silenceReason(
      {
        gateway: { link: () => (report === undefined ? undefined : ({ report } as never)) },
        faults: { openOf: () => kinds.map((kind) => ({ kind })) as never },
      },
      1,
    );
  expect(reason(undefined, 'terminal_silent')).toBe('offline');
  expect(reason({ state: 'locked' })).toBe('locked');
  expect(reason({ state: 'unsynced' })).toBe('unsynced');
  expect(reason({ state: 'playing' }, 'terminal_silent')).toBe('silent');
  expect(reason({ state: 'idle' }, 'self_test')).toBe('self_test');
  expect(reason({ state: 'idle' }, 'terminal_duplicate')).toBeNull();
  expect(reason(null)).toBeNull();
});
