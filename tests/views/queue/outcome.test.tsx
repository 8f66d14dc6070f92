import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TaskDryRun } from '../../../contract/entities/tasks/broadcast.ts';
import { DryRun } from '../../../src/views/shared/startTask/DryRun.tsx';
import { TalkNumbers } from '../../../src/views/shared/talk/TalkNumbers.tsx';
import { formPreviewOf } from '../../../src/views/shared/targets/formPreview.ts';
import { createTestProviders } from '../testProviders.tsx';

/** Previews of starts whose policy meets busy terminals. */
const behind = [{ task_id: 9, name: 'Bell', terminals: 2, ends_at: null }];
const dry = (some: Partial<TaskDryRun>): TaskDryRun => ({
  ...{ targets: 3, sounding: 3, sent: 0, start_wait: null, total_ms: null },
  ...{ unreachable_count: 0, unreachable_behind: 0, unreachable: [] },
  ...{ preempts: [], ducks: [], ducked: [], waits: [], outcome: null },
  ...some,
});
function texts(some: Partial<TaskDryRun>): { task: string; talk: string } {
  const { Providers } = createTestProviders();
  const state = formPreviewOf<TaskDryRun>({ kind: 'known', run: dry(some) });
  const view = render(
    <>
      <DryRun state={state} />
      <TalkNumbers state={state} />
    </>,
    { wrapper: Providers },
  );
  const text = (id: string) => view.getByTestId(id).textContent;
  const found = { task: text('dry-run'), talk: text('talk-numbers') };
  view.unmount();
  return found;
}

test('a start that would wait says behind what, and how long at most', () => {
  const { task, talk } = texts({ outcome: { kind: 'waits', busy: 2, behind, wait_s: 60 } });
  for (const text of [task, talk]) expect(text).toContain('First waits for Bell, at most 00:01:00');
  expect(talk).not.toContain('interrupts nothing');
});

test('a start that would be refused says so instead of whom it reaches', () => {
  const { task, talk } = texts({ sounding: 0, outcome: { kind: 'refused', busy: 2, behind, wait_s: 60 } });
  for (const text of [task, talk]) expect(text).toContain('Would be refused: 2 terminals busy with Bell');
  expect(talk).not.toContain('Nobody would hear it');
});

test('a start at the free terminals only names what keeps the others', () => {
  const { task, talk } = texts({ sounding: 1, outcome: { kind: 'goes', busy: 2, behind, wait_s: 60 } });
  for (const text of [task, talk]) expect(text).toContain('Leaves out 2 busy terminals: Bell');
});

test('a start whose terminals are all free says what its rank does, whatever its policy', () => {
  const { task } = texts({
    preempts: [{ task_id: 4, name: 'Music', terminals: 3 }],
    outcome: { kind: 'goes', busy: 0, behind: [], wait_s: 60 },
  });
  expect(task).toContain('Music');
  expect(task).not.toContain('busy');
});
