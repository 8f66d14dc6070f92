import { afterEach, expect, test } from 'vitest';
import type { DialledCode } from '../../../contract/entities/site/dialPlan.ts';
import { KEPT_CALLS, type PhoneCallLive } from '../../../contract/entities/site/phoneCall.ts';
import type { IntegrationRow } from '../../../server/edge/integrations/integration.repository.ts';
import { PhoneLog } from '../../../server/edge/integrations/telephone/phoneLog.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';

/** docs/rules/telephone-system.md#the-last-calls-are-listed */

const hub = createLiveHub();
const topic = hub.topic<PhoneCallLive>('phone_call');
afterEach(() => topic.replaceAll([]));

const row = (id: number, org: number | null = null) => ({ id, org }) as IntegrationRow;
const code: DialledCode = {
  ...{ code: '12', action: 'page', zone: 1 },
  ...{ file: null, scheduled_task: null, alarm_plan: null },
};

test('a call is listed with its code, account, result and length', () => {
  let nowMs = 1_000_000;
  const log = new PhoneLog(topic, () => nowMs);
  const call = log.begin(row(7, 3), '200');
  expect(topic.snapshot()).toMatchObject([
    { integration: 7, org: 3, at: 1_000, caller: '200', result: 'dialling', length_s: null },
  ]);
  call.dialled(code, 'Front office');
  call.result('on_air');
  nowMs += 12_400;
  call.end();
  // What was said last is still played after the caller has hung up.
  call.result('done');
  expect(topic.snapshot()).toMatchObject([
    { code: '12', action: 'page', account: 'Front office', result: 'done', length_s: 12 },
  ]);
});

test('a caller that gives up has hung up, one with a wrong PIN keeps that', () => {
  const log = new PhoneLog(topic);
  log.begin(row(1), '200').end();
  const wrong = log.begin(row(1), '201');
  wrong.result('wrong_pin');
  wrong.end();
  expect(topic.snapshot().map(({ result, code }) => [result, code])).toEqual([
    ['hung_up', ''],
    ['wrong_pin', ''],
  ]);
});

test('the last calls of each system are kept, and go with it', () => {
  const log = new PhoneLog(topic);
  log.begin(row(2, 5), '300');
  for (let n = 0; n < KEPT_CALLS + 3; n++) log.begin(row(1), String(n));
  const of = (id: number) => topic.snapshot().filter(({ integration }) => integration === id);
  expect(of(1).map(({ caller }) => caller)).toEqual(
    Array.from({ length: KEPT_CALLS }, (_, n) => String(n + 3)),
  );
  expect(of(2)).toHaveLength(1);
  log.follow((id) => (id === 2 ? { org: 6 } : null));
  expect(topic.snapshot().map(({ integration, org }) => [integration, org])).toEqual([[2, 6]]);
});
