import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Holidays } from '../../../contract/entities/tasks/holidays.ts';
import { readHolidays } from '../../../server/air/schedule/holidays/readHolidays.ts';
import { createAddressPolicy } from '../../../server/sound/radio/policy.ts';
import { isLong } from '../../support/random.ts';
import { type PlanSite, startPlanSite } from './planSite.ts';

let site: PlanSite;
let web: Server;
beforeAll(async () => {
  site = await startPlanSite();
  web = createServer((_request, response) =>
    response.end(calendar(day('20261225', '20261227', 'Christmas'))),
  );
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  web.close();
  await site.close();
});

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'].join('\r\n');
const day = (from: string, to: string, name: string, ...more: string[]) =>
  event(`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`, `SUMMARY:${name}`, ...more);
const term = { from: '2026-09-01', to: '2027-08-31' };
const read = (body: object) =>
  site.call('POST', '/v1/plan/holidays', { token: site.token, body: { ...term, ...body } });
const daysOf = async (text: string) => {
  const { body } = await read({ text });
  return (body.value as Holidays).days.map((one) => `${one.start_date}/${one.end_date} ${one.desc}`);
};

test('whole days of a calendar are holidays: single, of a week, repeated, moved, and joined with the next', async () => {
  const text = calendar(
    day('20261001', '20261008', '国庆节'),
    day('20200101', '20200102', 'New Year', 'RRULE:FREQ=YEARLY'),
    event('DTSTART;VALUE=DATE:20261111', 'SUMMARY:One day'),
    day('20261223', '20261224', 'Winter'),
    day('20261224', '20261226', 'Winter'),
    day('20250101', '20250102', 'Last year'),
    event('DTSTART:20261110T080000Z', 'DTEND:20261110T090000Z', 'SUMMARY:Meeting'),
  );
  const { body } = await read({ text });
  expect(body).toMatchObject({ code: 200, value: { timed: 1 } });
  expect(await daysOf(text)).toEqual([
    '2026-10-01/2026-10-07 国庆节',
    '2026-11-11/2026-11-11 One day',
    '2026-12-23/2026-12-25 Winter',
    '2027-01-01/2027-01-01 New Year',
  ]);
  expect(
    await daysOf(
      calendar(
        day('20260901', '20260902', 'Weekly', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20260908'),
      ),
    ),
  ).toEqual(['2026-09-01/2026-09-01 Weekly', '2026-09-15/2026-09-15 Weekly']);
});

test('a damaged or hostile calendar is refused or cut, and the server goes on', async () => {
  const unreadable = { code: 400, key: 'schedule.calendarUnreadable' };
  for (const text of ['', 'no calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT', 'BEGIN:VEVENT\r\nEND:VEVENT'])
    expect((await read({ text })).body, text).toMatchObject(unreadable);
  const endless = calendar(day('20000101', '20000102', 'Daily', 'RRULE:FREQ=DAILY'));
  expect(await daysOf(endless)).toEqual(['2026-09-01/2027-08-31 Daily']);
  const never = calendar(day('20260101', '20260102', 'Never', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'));
  // Its process is stopped after seconds.
  if (isLong) expect((await read({ text: never })).body).toMatchObject(unreadable);
  const many = Array.from({ length: 2_000 }, (_, i) => day('20261001', '20261002', `Day ${i}`));
  expect(await daysOf(calendar(...many))).toHaveLength(500);
  expect((await read({ text: 'x'.repeat(1_000_001) })).body).toMatchObject({ code: 400 });
});

test('an address is read, but not one that only this server reaches', async () => {
  const { port } = web.address() as AddressInfo;
  const refused = await read({ address: `http://127.0.0.1:${port}/holidays.ics` });
  expect(refused.body).toMatchObject({ code: 999, key: 'radio.addressRefused' });
  const allowed = createAddressPolicy(['127.0.0.1']);
  const found = await readHolidays({ ...term, address: `http://127.0.0.1:${port}/holidays.ics` }, allowed);
  expect(found.days).toEqual([{ start_date: '2026-12-25', end_date: '2026-12-26', desc: 'Christmas' }]);
  expect((await read({ address: 'ftp://example.org/a.ics' })).body).toMatchObject({ code: 400 });
  expect((await read({})).body).toMatchObject({ code: 400 });
});
