import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { formatTimestamp } from '../../contract/format.ts';

it('a timestamp is written in the clock of its zone, to the second, around every change of that clock', () => {
  const changes = {
    'Europe/Berlin': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
    'Australia/Lord_Howe': ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'],
    // At one minute past midnight: in the middle of a quarter of an hour.
    'America/St_Johns': ['2009-03-08T03:31:00Z', '2009-11-01T02:31:00Z'],
    'Asia/Kathmandu': ['2026-01-01T00:00:00Z'],
  };
  for (const [zone, instants] of Object.entries(changes))
    for (const instant of instants)
      for (const off of [-3600, -1, 0, 1, 59, 840, 3599]) {
        const at = Date.parse(instant) / 1000 + off;
        const wanted = DateTime.fromSeconds(at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
        expect(formatTimestamp(at, 'none', zone)).toBe(wanted);
      }
  expect(formatTimestamp(null, 'none', 'Europe/Berlin')).toBe('none');
});
