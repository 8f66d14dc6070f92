import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { languages } from '../../../contract/language.ts';
import cn from '../../../locales/cn.json';
import en from '../../../locales/en.json';
import kr from '../../../locales/kr.json';
import { lostRuleOf, setsState } from '../../../src/api/lostLink.ts';
import { unsentAction } from '../../../src/machines/unsentAction.ts';
import { unsentText } from '../../../src/views/shell/unsent/unsentWords.ts';

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { cn: { translation: cn }, en: { translation: en }, kr: { translation: kr } },
  interpolation: { escapeValue: false },
});

/** Request, what is asked again, and `once` where it would begin something twice. */
const table: readonly [string, object, string, 'once' | 'state'][] = [
  ['task', { name: 'Bell' }, 'Start “Bell”', 'once'],
  ['task/test_tone', { devices: [7] }, 'Play a test tone here “x”', 'once'],
  ['task/stop_all', {}, 'Stop all', 'state'],
  ['task/stop_all', { org: 3 }, 'Stop all “x”', 'state'],
  ['task/7/pause', {}, 'Pause “x”', 'state'],
  ['task/7/resume', {}, 'Resume “x”', 'state'],
  ['task/7/stop', {}, 'Stop “x”', 'state'],
  ['task/7/next', {}, 'Next “x”', 'once'],
  ['task/7/previous', {}, 'Previous “x”', 'once'],
  ['task/7/volume', { volume: 60 }, 'Set volume to 60 “x”', 'state'],
  ['scheduled_task/7/start', {}, 'Play “x”', 'once'],
  ['scheduled_task/batch', { ids: [7, 8], action: 'stop' }, 'Stop: 2 selected', 'state'],
  ['capturer_task/7/stop', {}, 'Stop “x”', 'state'],
  ['gpio_task/7/start', {}, 'Run “x”', 'once'],
  ['linkage_task/7/stop', {}, 'Stop manual playback “x”', 'state'],
  ['alarm_plan/7/start', { drill: 'none' }, 'Start “x”', 'once'],
  ['alarm_plan/7/silence', { alarm_id: 3 }, 'Silence “x”', 'state'],
  ['queued_start/7/cancel', {}, 'Cancel “x”', 'state'],
  ['talk_link/7/end', {}, 'Withdraw “x”', 'state'],
  ['dialogue/7/call', { number: '12' }, 'Call “x”', 'once'],
  ['dialogue/7/page', { targets: {} }, 'Ring the phone “x”', 'once'],
  ['caster/7/hang_up', {}, 'Hang up “x”', 'state'],
  ['io/output', { outputs: [{ terminal_id: 4, output: 2 }], action: 'pulse' }, 'Pulse “x”', 'once'],
  ['io/output', { outputs: [{ terminal_id: 4, output: 2 }], action: 'off' }, 'Switch off “x”', 'state'],
  ['io/test', { terminal_id: 4, input_nums: [1, 2], on: true }, 'Test mode: 2 selected', 'state'],
  ['device/batch', { ids: [7], action: 'volume', ao_volume: 40 }, 'Set volume to 40 “x”', 'state'],
  ['device/batch', { ids: [7, 8], action: 'restart' }, 'Restart: 2 selected', 'once'],
  ['caster/batch', { ids: [7], action: 'identify' }, 'Identify “x”', 'once'],
  ['device/batch', { ids: [7], action: 'stop' }, 'Stop “x”', 'state'],
  ['upgrade', { upgrade_file: 1, terminals: [7] }, 'Start upgrade', 'once'],
  ['upgrade/7/cancel', { request: 'a' }, 'Cancel terminals not yet started “x”', 'state'],
];

const named = (what: ReturnType<typeof unsentAction>) => {
  if (what.on === 'new') return what.name;
  if (what.on === 'all') return what.org === null ? '' : 'x';
  return what.on === 'alarm' || what.ids.length === 1 ? 'x' : '';
};

test.each(table)('%s %j is asked again as “%s”', async (path, body, text, kind) => {
  const request = { method: 'post', path: `/v1/${path}`, body };
  expect(lostRuleOf(request)).toBe('asks');
  expect(setsState(request)).toBe(kind === 'state');
  const what = unsentAction(request);
  for (const language of languages) {
    const words = unsentText(i18n.getFixedT(language), what, named(what));
    // A key without a text would be shown as it is.
    expect(words).not.toMatch(/\b[a-zA-Z]+\.[a-zA-Z]+/);
    if (language === 'en') expect(words).toBe(text);
  }
});

test('acknowledgements wait, what stores something stays in its form, and a new request has no rule', () => {
  const rule = (method: string, path: string, body: object = {}) =>
    lostRuleOf({ method, path: `/v1/${path}`, body });
  expect(rule('post', 'alarm_plan/7/acknowledge')).toBe('waits');
  expect(rule('post', 'fault/batch', { ids: [1], action: 'acknowledge' })).toBe('waits');
  expect(rule('patch', 'device/7')).toBe('stays');
  expect(rule('post', 'scheduled_task')).toBe('stays');
  expect(rule('post', 'device/batch', { ids: [1], action: 'delete' })).toBe('stays');
  expect(rule('post', 'siren')).toBeUndefined();
  expect(rule('post', 'siren/7/sound')).toBeUndefined();
  expect(rule('post', 'device/batch', { ids: [1], action: 'sound' })).toBeUndefined();
});

test('outputs and inputs are found by the ids of their live rows', () => {
  const outputs = [{ terminal_id: 4, output: 2 }];
  expect(unsentAction({ method: 'post', path: '/v1/io/output', body: { outputs, action: 'hold' } })).toEqual({
    on: 'line',
    ids: [4502],
    action: 'hold',
  });
  const body = { terminal_id: 4, input_nums: [3], on: false };
  expect(unsentAction({ method: 'post', path: '/v1/io/test', body })).toMatchObject({
    ids: [4003],
    action: 'test_off',
  });
});
