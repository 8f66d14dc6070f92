import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AirPreview } from '../../../contract/entities/tasks/broadcast.ts';
import { TalkNumbers } from '../../../src/views/shared/talk/TalkNumbers.tsx';
import { isUnheard } from '../../../src/views/shared/talk/talkFacts.ts';
import { formPreviewOf } from '../../../src/views/shared/targets/formPreview.ts';
import { createTestProviders } from '../testProviders.tsx';

const numbers = (some: Partial<AirPreview>): AirPreview => ({
  targets: 0,
  sounding: 0,
  sent: 0,
  start_wait: null,
  preempts: [],
  ducks: [],
  ducked: [],
  waits: [],
  unreachable_count: 0,
  unreachable_behind: 0,
  unreachable: [],
  outcome: null,
  ...some,
});

function shown(run: AirPreview): string {
  const { Providers } = createTestProviders();
  const state = formPreviewOf({ kind: 'known', run });
  const view = render(<TalkNumbers state={state} />, { wrapper: Providers });
  return view.getByTestId('talk-numbers').textContent;
}

test('an all-call without a terminal is shown as an abnormal state that reaches no terminals', () => {
  expect(shown(numbers({}))).toBe('Nobody would hear it: there are no terminals');
  expect(screen.getByTestId('talk-nobody').querySelector('svg')).not.toBeNull();
});

test('an all-call of which no terminal sounds is abnormal, with their number', () => {
  const text = shown(numbers({ targets: 3, unreachable_count: 3 }));
  expect(text).toContain('Nobody would hear it');
  expect(text).toContain('Not heard at 3 of 3');
});

test('an all-call that is heard is normal', () => {
  expect(shown(numbers({ targets: 3, sounding: 1 }))).toContain('1 terminal, interrupts nothing');
  expect(screen.queryByTestId('talk-nobody')).toBeNull();
});

test('on the air without any terminal left it is abnormal after the settling time', () => {
  const counts = { targets: 0, sounding: 0, unheard: [] } as unknown as Parameters<typeof isUnheard>[0];
  expect(isUnheard(counts, 100)).toBe(false);
  expect(isUnheard(counts, 10_000)).toBe(true);
});
