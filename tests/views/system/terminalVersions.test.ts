import { expect, test } from 'vitest';
import { countVersions } from '../../../src/views/system/settings/terminalVersions.ts';

test('terminals are counted by version, the most frequent first', () => {
  const of = (client_version: string, online: boolean) => ({ client_version, online });
  expect(
    countVersions('device', [of('1.0', true), of('1.1', true), of('1.1', false), of('', false)]),
  ).toEqual([
    { kind: 'device', version: '1.1', count: 2, online: 1 },
    { kind: 'device', version: '', count: 1, online: 0 },
    { kind: 'device', version: '1.0', count: 1, online: 1 },
  ]);
  expect(countVersions('device', [])).toEqual([]);
});
