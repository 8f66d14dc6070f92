import { expect, test } from 'vitest';
import { silenceReason } from '../../../server/site/faults/silenceReason.ts';

test('an online terminal that is known to be silent counts as unreachable', () => {
  const why = (report: object | null | undefined, ...kinds: string[]) =>
    silenceReason(
      {
        gateway: { link: () => (report === undefined ? undefined : ({ report } as never)) },
        faults: { openOf: () => kinds.map((kind) => ({ kind })) as never },
      },
      1,
    );
  expect(why(undefined, 'terminal_silent')).toBe('offline');
  expect(why({ state: 'locked' })).toBe('locked');
  expect(why({ state: 'unsynced' })).toBe('unsynced');
  expect(why({ state: 'playing' }, 'terminal_silent')).toBe('silent');
  expect(why({ state: 'idle' }, 'self_test')).toBe('self_test');
  expect(why({ state: 'idle' }, 'terminal_duplicate')).toBeNull();
  expect(why(null)).toBeNull();
});
