import { expect, test } from 'vitest';
import { report } from '../../../contract/protocol/terminal.ts';
import { LinkLead } from '../../../server/site/terminals/gateway/linkLead.ts';

const reported = (over: object) => report.parse({ type: 'report', state: 'idle', ...over });
const quick = { delay_us: 1_000, card_us: 65_000 };

/** Lead after these reports. */
function after(...reports: object[]): number | null {
  const lead = new LinkLead();
  for (const one of reports) lead.take(reported(one));
  return lead.us;
}

test('the lead is the delay of the link, the buffer of the card and a margin', () => {
  expect(after()).toBeNull();
  expect(after(quick)).toBe(76_000);
  expect(after({ delay_us: 118_000, card_us: 65_000 })).toBe(193_000);
});

test('the lead of a terminal that does not report both is not known', () => {
  expect(after({})).toBeNull();
  expect(after({ card_us: 65_000 })).toBeNull();
  expect(after(quick, {})).toBeNull();
  expect(after({}, quick)).toBe(76_000);
});

test('the lead is limited at both ends', () => {
  expect(after({ delay_us: 0, card_us: 0 })).toBe(60_000);
  expect(after({ delay_us: 9_000_000, card_us: 9_000_000 })).toBe(200_000);
});

test('late packets of a start raise the lead once for each start, and starts in time lower it again', () => {
  const lead = new LinkLead();
  const start = (stream: number, late: number) => {
    for (const state of ['playing', 'playing'])
      lead.take(reported({ ...quick, state, stream, received: 25, late }));
    return lead.us;
  };
  expect(start(1, 2)).toBe(96_000);
  expect(start(2, 2)).toBe(116_000);
  expect(start(3, 0)).toBe(111_000);
  for (let i = 4; i < 20; i++) start(i, 0);
  expect(lead.us).toBe(76_000);
});
