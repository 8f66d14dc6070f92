import { expect, test } from 'vitest';
import { silenceReason } from '../../../server/site/faults/silenceReason.ts';

const relays = new Map<number, string>();

test('an online terminal that is known to be silent counts as unreachable', () => {
  const reason = (report: object | null | undefined, ...kinds: string[]) =>
    silenceReason(
      {
        gateway: { link: () => (report === undefined ? undefined : ({ report } as never)) },
        lostRelayOf: (id) => relays.get(id) ?? null,
        faults: { openOf: () => kinds.map((kind) => ({ kind })) as never },
      },
      1,
    );
  expect(reason(undefined, 'terminal_silent')).toBe('offline');
  relays.set(1, 'North house');
  expect(reason(undefined, 'terminal_silent')).toBe('behind_relay');
  expect(reason({ state: 'locked' })).toBe('locked');
  expect(reason({ state: 'unsynced' })).toBe('unsynced');
  expect(reason({ state: 'playing' }, 'terminal_silent')).toBe('silent');
  expect(reason({ state: 'idle' }, 'self_test')).toBe('self_test');
  expect(reason({ state: 'idle' }, 'terminal_duplicate')).toBeNull();
  expect(reason(null)).toBeNull();
});
