import { expect, test } from 'vitest';
import { type DialledCode, dialPlanFault } from '../../contract/entities/site/dialPlan.ts';
import { parseTelephoneAddress } from '../../contract/entities/site/telephoneAddress.ts';
import { defaultSipTransport, sipTransport } from '../../contract/entities/terminals/sipTransport.ts';

/** docs/rules/telephone-system.md#each-code-has-a-pin */

const page: DialledCode = {
  ...{ code: '1', action: 'page', zone: 3 },
  ...{ file: null, scheduled_task: null, alarm_plan: null },
};
test.each([
  ['a whole plan', [page], { 1: '4711' }, [], null],
  ['a stored PIN', [page], {}, ['1'], null],
  ['no PIN', [page], {}, [], 'rules.pin'],
  ['the PIN of another code', [page], { 2: '4711' }, ['3'], 'rules.pin'],
  ['a code twice', [page, page], { 1: '4711' }, [], 'rules.codeTwice'],
  ['no zone', [{ ...page, zone: null }], { 1: '4711' }, [], 'rules.selectOrg'],
  ['no plan', [{ ...page, action: 'stop_alarm' as const }], { 1: '4711' }, [], 'rules.selectAlarmPlan'],
])('%s', (_, plan, pins, stored, fault) => {
  expect(dialPlanFault(plan, pins, new Set(stored))).toBe(fault);
});

test.each([
  ['sip:4001@10.0.0.5', { user: '4001', host: '10.0.0.5', port: null, protocol: 'udp' }],
  ['sips:hall@pbx.example:5071', { user: 'hall', host: 'pbx.example', port: 5071, protocol: 'tls' }],
  ['sip:10.0.0.5;transport=TCP', { user: '', host: '10.0.0.5', port: null, protocol: 'tcp' }],
])('%s is an address', (text, address) => expect(parseTelephoneAddress(text)).toEqual(address));

test.each([
  '4001@10.0.0.5',
  'sip:',
  'sip:a@b@c',
  'sip:a:b@c',
  'sip:a@b:70000',
  'sips:a@b;transport=udp',
  'sip:a@b?x',
])('%s is none', (text) => expect(parseTelephoneAddress(text)).toBeNull());

test('the address of a loudspeaker may be pasted with its scheme', () => {
  const uri = ' sip:4001@10.0.0.5 ';
  expect(sipTransport.parse({ ...defaultSipTransport, uri }).uri).toBe('4001@10.0.0.5');
  expect(sipTransport.safeParse({ ...defaultSipTransport, uri: 'sip:' }).success).toBe(false);
});
