import { expect, test } from 'vitest';
import { alarmEnd, codeValues } from '../../../contract/codes.ts';
import { endText, recordStatus } from '../../../src/views/emergency/records/recordColumns.ts';

const t = ((key: string) => key) as never;

test('an alarm that was stopped or cancelled is not shown as reset', () => {
  const row = { state: 'not_started', drill: 'none' } as const;
  const texts = codeValues(alarmEnd).map((ended_how) => [
    recordStatus({ ...row, ended_how }),
    endText(t, { ended_how }),
  ]);
  expect(texts).toEqual([
    ['reset', 'alarmEvent.reset'],
    ['alarm_stopped', 'alarmEvent.stop'],
    ['alarm_cancelled', 'alarmEvent.cancelled'],
  ]);
  expect(recordStatus({ state: 'reset', drill: 'none', ended_how: 'stop' })).toBe('alarm_stopped');
  expect(recordStatus({ state: 'alarming', drill: 'none', ended_how: null })).toBe('in_alarm');
  expect(recordStatus({ ...row, drill: 'silent', ended_how: 'stop' })).toBe('drill');
  expect(endText(t, { ended_how: null })).toBe('');
});
