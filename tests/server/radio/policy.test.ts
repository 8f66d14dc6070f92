import { expect, test } from 'vitest';
import { createAddressPolicy } from '../../../server/sound/radio/policy.ts';

const own = () => ['10.0.0.5', 'fd12::5'];

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0.0.0.0',
  '169.254.169.254',
  'fe80::1%eth0',
  '10.0.0.5',
  '::ffff:10.0.0.5',
  '::ffff:a00:5',
  'fd12::5',
  'no address',
])('%s is refused, as only the server itself or its network can reach it', (address) => {
  expect(createAddressPolicy([], own).allows(address)).toBe(false);
});

test.each(['10.0.0.6', '192.168.1.20', 'fd12::6', '203.0.113.9'])('%s is allowed', (address) => {
  expect(createAddressPolicy([], own).allows(address)).toBe(true);
});

test('exceptions take precedence, also for the machine itself', () => {
  const policy = createAddressPolicy(['10.0.0.5', '127.0.0.0/8'], own);
  expect(['10.0.0.5', '127.0.0.9', 'fd12::5'].map((one) => policy.allows(one))).toEqual([true, true, false]);
});
