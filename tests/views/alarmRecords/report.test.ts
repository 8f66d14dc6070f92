import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { noun } from '../../../contract/noun.ts';
import en from '../../../locales/en.json';
import { reportResult } from '../../../src/views/emergency/records/reportResult.ts';

const i18next = createInstance();
beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: en } } });
  i18next.services.formatter?.add('noun', noun);
});

const record: Parameters<typeof reportResult>[1] = {
  drill: 'none',
  ...{ cancelled: false, behind_relay: 0, heard: 48, targets: 50, created_at: 1000 },
  ...{ acknowledged_at: 1012, acknowledged_by: 'Anna', reset_at: 1250 },
};
const textOf = (more: Partial<Parameters<typeof reportResult>[1]> = {}) =>
  reportResult(i18next.t, { ...record, ...more }).join(' ');

test('the report says where an alarm was heard, who acknowledged it, and when it ended', () => {
  expect(textOf()).toBe(
    'It was heard at 48 of 50 terminals. Anna acknowledged it after 12 s. It ended after 00:04:10.',
  );
  expect(textOf({ acknowledged_at: null, reset_at: null, heard: 1, targets: 1 })).toBe(
    'It was heard at 1 of 1 terminal. Nobody acknowledged it. It has not ended.',
  );
});

test('a silent drill is confirmed and not heard; an alarm cancelled in its delay was neither', () => {
  expect(textOf({ drill: 'silent' })).toContain('48 of 50 terminals confirmed it.');
  expect(textOf({ cancelled: true, reset_at: null })).toBe(
    'It was cancelled during the delay and was not heard.',
  );
});
