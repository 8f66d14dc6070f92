import { expect, test } from 'vitest';
import { silenceOf, silenceSentences } from '../../../src/views/shared/alarms/sentences.ts';

test('an alarm silenced before its proof arrived reports what sounded and that it is silent', () => {
  const event = (kind: 'silence' | 'reached' | 'fell_silent', at: number, params = {}) => ({
    kind,
    at,
    params,
  });
  const facts = silenceOf({ silenced: true, drill: 'none' }, [
    event('silence', 600),
    event('reached', 900, { n: 8, targets: 8, ms: 500 }),
    event('fell_silent', 1900, { n: 8, of: 8 }),
  ]);
  expect(facts && silenceSentences(facts, String)).toEqual([
    { key: 'alarm.soundedAt', params: { n: 8, s: '0.5' } },
    { key: 'alarm.fellSilentAt', params: { n: 8, time: '1900' } },
  ]);
});
