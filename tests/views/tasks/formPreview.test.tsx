import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TaskDryRun } from '../../../contract/entities/tasks/broadcast.ts';
import { ApiError } from '../../../src/api/error.ts';
import { overdueMs } from '../../../src/machines/requests.ts';
import { DryRun } from '../../../src/views/shared/startTask/DryRun.tsx';
import { useFormPreview } from '../../../src/views/shared/targets/useFormPreview.ts';
import { createTestProviders } from '../testProviders.tsx';

/** A dry run that is repeated, with a server that answers as the test says. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const run = (names: readonly string[]): TaskDryRun => ({
  targets: 9,
  sounding: 9 - names.length,
  sent: 0,
  start_wait: null,
  preempts: [],
  ducks: [],
  ducked: [],
  waits: [],
  unreachable_count: names.length,
  unreachable_behind: 0,
  unreachable: names.map((name, i) => ({ terminal_id: i, code: name, name, org: 1, reason: 'offline' })),
  total_ms: null,
  outcome: null,
});
const noLink = new ApiError({ code: 0, message: 'No link', network: true });
const times = { debounceMs: 100, refreshMs: 2_000 };

async function open() {
  const it = createTestProviders();
  const calls: PromiseWithResolvers<TaskDryRun>[] = [];
  const request = () => {
    const call = Promise.withResolvers<TaskDryRun>();
    calls.push(call);
    return call.promise;
  };
  function Form(props: { body: string | null }) {
    return <DryRun state={useFormPreview(props.body, send, times)} />;
  }
  const send = request;
  const page = (body: string | null) => (
    <it.Providers>
      <Form body={body} />
    </it.Providers>
  );
  const view = render(page('{"a":1}'));
  const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  await wait(times.debounceMs);
  return {
    calls,
    wait,
    change: (body: string | null) => view.rerender(page(body)),
    async answer(what: TaskDryRun | ApiError) {
      const call = calls.at(-1);
      if (what instanceof ApiError) call?.reject(what);
      else call?.resolve(what);
      await wait(0);
    },
    async again() {
      const before = calls.length;
      await wait(times.refreshMs);
      expect(calls.length).toBe(before + 1);
    },
    kind: () => screen.getByTestId('dry-run').getAttribute('data-kind'),
    age: () => screen.queryByTestId('answer-age'),
  };
}
const which = () => screen.getByRole('button', { name: 'Which', hidden: true });
const items = () => screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);

test('a failed or hanging call keeps the last response, marked as old, until the next one', async () => {
  const it = await open();
  await it.answer(run(['HALL-1']));
  expect(it.age()).toBeNull();
  for (const failure of [noLink, new ApiError({ code: 503, message: 'Bad gateway' })]) {
    await it.again();
    await it.answer(failure);
    expect(it.kind()).toBe('old');
    expect(it.age()?.textContent).toContain('the server is not responding');
    await it.again();
    await it.answer(run(['HALL-1']));
    expect(it.age()).toBeNull();
  }
  await it.again();
  await it.wait(overdueMs);
  expect(it.age()).not.toBeNull();
  await it.answer(run([]));
  expect(it.age()).toBeNull();
  expect(screen.getByTestId('dry-run').textContent).toContain('9 of 9');
});

test('a refusal with a message is shown, and so is a missing response to the first request', async () => {
  const it = await open();
  await it.answer(run([]));
  await it.again();
  await it.answer(new ApiError({ code: 404, message: 'This terminal no longer exists' }));
  expect(it.kind()).toBe('refused');
  expect(screen.getByTestId('dry-run').textContent).toContain('This terminal no longer exists');
  it.change('{"a":2}');
  await it.wait(times.debounceMs);
  await it.answer(noLink);
  expect(it.kind()).toBe('refused');
});

test('numbers of another body are removed when the new one has no response in time', async () => {
  const it = await open();
  await it.answer(run([]));
  it.change('{"a":2}');
  expect(it.kind()).toBe('known');
  await it.wait(times.debounceMs + overdueMs);
  expect(it.kind()).toBe('loading');
  it.change(null);
  expect(it.kind()).toBe('incomplete');
});

test('an open list of unreachable terminals does not change with new responses', async () => {
  const it = await open();
  await it.answer(run(['HALL-1']));
  fireEvent.click(which());
  await it.wait(0);
  expect(items()).toEqual([expect.stringContaining('HALL-1')]);
  const list = screen.getByRole('list', { name: '1 terminal would not be heard', hidden: true });
  const later = [run(['HALL-2', 'HALL-1']), noLink, new ApiError({ code: 404, message: 'Gone' }), run([])];
  for (const one of later) {
    await it.again();
    await it.answer(one);
    expect(items()).toEqual([expect.stringContaining('HALL-1')]);
    expect(list.isConnected).toBe(true);
  }
  fireEvent.keyDown(list, { key: 'Escape' });
  await it.wait(0);
  expect(screen.getByTestId('dry-run').textContent).toContain('9 of 9');
  expect(screen.queryByRole('button', { name: 'Which', hidden: true })).toBeNull();
});

test('between press and release of its button nothing changes', async () => {
  const it = await open();
  await it.answer(run(['HALL-1']));
  const button = which();
  fireEvent.pointerDown(button, { button: 0 });
  await it.again();
  await it.answer(run([]));
  expect(button.isConnected).toBe(true);
  fireEvent.click(button);
  await it.wait(0);
  expect(items()).toEqual([expect.stringContaining('HALL-1')]);
});
