import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/error.ts';
import { createAlarmRequests } from '../../../src/views/shared/alarms/alarmRequests.ts';
import { deferred } from '../../support/fakeBrowser.ts';
import { liveAlarm } from './liveAlarm.ts';

function setUp() {
  const answer = deferred<unknown>();
  const sent: string[] = [];
  const requests = createAlarmRequests((alarm, action) => {
    sent.push(`${alarm.plan_id} ${action}`);
    return answer.promise;
  });
  return { answer, sent, requests };
}

test('several alarms are acknowledged as the table of the workflow allows', async () => {
  const { answer, sent, requests } = setUp();
  const [fresh, delayed] = [liveAlarm(), liveAlarm({ id: 2, plan_id: 2, state: 'starting' })];
  const known = liveAlarm({ id: 3, plan_id: 3, acknowledged_at: 1 });
  const alarms = [fresh, delayed, known];
  expect(alarms.map((one) => requests.can(one, 'acknowledge'))).toEqual([true, false, false]);
  const acts = alarms.map((one) => requests.act(one, 'acknowledge'));
  // A second press while the first is unanswered is not sent.
  expect(requests.can(fresh, 'acknowledge')).toBe(false);
  expect(await requests.act(fresh, 'acknowledge')).toBe(false);
  answer.resolve(null);
  expect(await Promise.all(acts)).toEqual([true, false, false]);
  expect(sent).toEqual(['1 acknowledge']);
});

test('the live feed decides after the answer, and a refusal is thrown', async () => {
  const { answer, requests } = setUp();
  const alarm = liveAlarm();
  const refused = new ApiError({ code: 999, message: 'Refused' });
  const act = requests.act(alarm, 'acknowledge');
  answer.reject(refused);
  await expect(act).rejects.toBe(refused);
  expect(requests.can(alarm, 'acknowledge')).toBe(true);
  expect(requests.can(liveAlarm({ acknowledged_at: 1 }), 'acknowledge')).toBe(false);
});
