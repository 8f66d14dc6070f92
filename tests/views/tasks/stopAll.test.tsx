import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BatchResult } from '../../../src/views/kit/action/BatchResult.tsx';
import { useBatch } from '../../../src/views/kit/action/useBatch.ts';
import { usePlaybacks } from '../../../src/views/shared/playback/usePlaybacks.ts';
import { useStopAll, useStopEach } from '../../../src/views/shared/startTask/useStopAll.ts';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

/** Stop all of two broadcasts, of which the second fails. */
function StopAll() {
  const playbacks = usePlaybacks();
  const stopAll = useStopAll(playbacks);
  const { run, shown } = useBatch({ batch: useStopEach(playbacks) }, () => undefined);
  const items = [
    { id: 7, name: 'Bell' },
    { id: 8, name: 'Music' },
  ];
  return (
    <>
      <button type="button" onClick={() => void run('Stop all', 'stop', items, {}, () => stopAll())}>
        Stop
      </button>
      {shown && <BatchResult {...shown} />}
    </>
  );
}

test('retrying a stop-all stops the failed broadcasts only, not those that were started since', async () => {
  const refusals = [failed(423, 'The task is locked')];
  const it = createTestProviders({
    answer: ({ path }) => {
      if (path === '/v1/task/8/stop') return refusals.pop() ?? ok({});
      if (path !== '/v1/task/stop_all') return null;
      const bell = { id: 7, ok: true, code: 200, message: 'Done' };
      return ok({ results: [bell, { id: 8, ok: false, code: 423, message: 'Busy' }], starts: 0 });
    },
  });
  const stop = it.app.start();
  render(<StopAll />, { wrapper: it.Providers });
  const press = (name: string | RegExp) =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  const posted = () => it.calls.map(({ path }) => path).filter((path) => path.startsWith('/v1/task/'));
  await press('Stop');
  expect(posted()).toEqual(['/v1/task/stop_all']);
  await press(/^Retry 1$/);
  expect(posted()).toEqual(['/v1/task/stop_all', '/v1/task/8/stop']);
  expect(screen.getByText(/The task is locked/)).toBeTruthy();
  await press(/^Retry 1$/);
  expect(posted()).toEqual(['/v1/task/stop_all', '/v1/task/8/stop', '/v1/task/8/stop']);
  expect(screen.queryByRole('button', { name: /^Retry 1$/ })).toBeNull();
  stop();
});
