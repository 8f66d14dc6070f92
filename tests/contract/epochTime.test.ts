import { expect, test } from 'vitest';
import { auditQuery } from '../../contract/entities/site/audit.ts';
import { recordFileQuery } from '../../contract/entities/sound/recordFile.ts';
import { alarmRecordQuery } from '../../contract/entities/tasks/alarm.ts';
import { timelineQuery } from '../../contract/entities/tasks/scheduledTask.ts';
import { taskLogQuery } from '../../contract/entities/tasks/taskLog.ts';
import { onlineQuery } from '../../contract/entities/terminals/online.ts';

test.each(
  Object.entries({ alarmRecordQuery, auditQuery, onlineQuery, recordFileQuery, timelineQuery, taskLogQuery }),
)('%s takes times that can be written as dates, and no others', (_name, query) => {
  const accepts = (time: number) => query.safeParse({ from: time, to: time }).success;
  expect(accepts(1_800_000_000)).toBe(true);
  for (const time of [253_402_300_800, 9e15, -1, 1.5]) expect(accepts(time)).toBe(false);
});
