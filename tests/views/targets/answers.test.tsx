import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { PlanDryRun } from '../../../src/views/emergency/plans/PlanDryRun.tsx';
import { DryRun } from '../../../src/views/shared/startTask/DryRun.tsx';
import { TalkNumbers } from '../../../src/views/shared/talk/TalkNumbers.tsx';
import { type FormPreview, formPreviewOf } from '../../../src/views/shared/targets/formPreview.ts';
import { Unfit } from '../../../src/views/shared/upgrades/Unfit.tsx';
import { ChangePreview } from '../../../src/views/tasks/plans/timetable/ChangePreview.tsx';
import { DelayAnswer } from '../../../src/views/tasks/schedule/delay/DelayAnswer.tsx';
import { TaskPreviewBar } from '../../../src/views/tasks/schedule/preview/TaskPreviewBar.tsx';
import { createTestProviders } from '../testProviders.tsx';

/** A preview that found nothing in the way, as every screen may show it. */
const air = {
  ...{ targets: 9, sounding: 9, preempts: [], ducks: [], ducked: [], waits: [] },
  ...{ unreachable_count: 0, unreachable: [], total_ms: null, outcome: null, start_wait: null },
};
const plan = { ...air, delay_s: 0, steps: [], by_hand: 0, outranked_by: [], outranked_elsewhere: 0 };
const task = { ...air, date: '2026-03-12', runs: [], next: [], run_ms: null };
const delay = { date: '2026-03-12', runs: [], partly: [] };
const bells = { ...air, created: 1, changed: 0, removed: 0, next_run: null, meets: [] };
const upgrade = { fault: null, terminals: [], older: null };

/** Every user of `Answer`, by its file. `fine`: the sentence that only an up-to-date preview may show. */
const users: Record<
  string,
  { run: object; show: (state: FormPreview<never>) => ReactElement; fine?: string }
> = {
  DryRun: { run: air, show: (state) => <DryRun state={state} /> },
  DelayAnswer: {
    run: delay,
    show: (state) => <DelayAnswer state={state} left={new Set()} onLeft={() => {}} />,
  },
  ChangePreview: {
    run: bells,
    show: (state) => <ChangePreview state={state} isUnchanged={false} faulty={0} isPlanOn />,
  },
  TalkNumbers: { run: air, show: (state) => <TalkNumbers state={state} /> },
  TaskPreviewBar: {
    run: task,
    show: (state) => <TaskPreviewBar state={state} date="" policy={null} onDate={() => {}} />,
  },
  PlanDryRun: { run: plan, show: (state) => <PlanDryRun state={state} />, fine: 'No conflicts.' },
  Unfit: {
    run: upgrade,
    show: (state) => (
      <Unfit state={state} onLeaveOut={() => {}}>
        {() => null}
      </Unfit>
    ),
    fine: 'No obstacles.',
  },
};

function watch(show: (state: FormPreview<never>) => ReactElement) {
  const { Providers } = createTestProviders();
  const view = render(<span />, { wrapper: Providers });
  return (state: FormPreview<never>) => {
    view.rerender(show(state));
    return {
      text: view.getByRole('status').textContent ?? '',
      isOld: view.queryByTestId('answer-age') !== null,
    };
  };
}

test.each(Object.entries(users))('%s shows that a preview is old, failed or not there yet', (_, user) => {
  const run = user.run as never;
  const shown = watch(user.show);
  const fine = shown(formPreviewOf({ kind: 'known', run }));
  expect(fine.isOld).toBe(false);
  expect(fine.text).toContain(user.fine ?? '');
  expect(fine.text).not.toBe('');
  const old = shown(formPreviewOf({ kind: 'old', run, at: 1_700_000_000_000 }));
  expect(old.isOld).toBe(true);
  const refused = shown(formPreviewOf({ kind: 'refused', reason: 'The zone is gone' }));
  expect(refused.text).toContain('The zone is gone');
  const loading = shown(formPreviewOf({ kind: 'loading' }));
  const incomplete = shown(formPreviewOf({ kind: 'incomplete' }));
  expect(loading.text).not.toBe('');
  const texts = [fine, old, refused, loading, incomplete].map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  if (user.fine !== undefined)
    expect(texts.filter((text) => text.includes(user.fine as string))).toHaveLength(1);
});

test('every component that shows a preview is tested above', () => {
  const views = join(import.meta.dirname, '../../../src/views');
  const found = readdirSync(views, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && readFileSync(join(views, name), 'utf8').match(/<Answer\s/))
    .map((name) => basename(name, '.tsx'));
  expect(found.sort()).toEqual(Object.keys(users).sort());
});

test('the type of a preview requires a display of its old and failed states', () => {
  const state = formPreviewOf({ kind: 'known', run: 7 });
  // @ts-expect-error: only `show` gives the run
  expect(state.run).toBeUndefined();
  const part = { incomplete: () => 0, asking: () => 0, known: (run: number) => run };
  // @ts-expect-error: an old and a refused preview are missing
  expect(state.show(part)).toBe(7);
});
