import { describe, expect, test } from 'vitest';
import { codeValues, upgradeFeature, upgradeStep } from '../../../contract/codes.ts';
import { terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import { statuses } from '../../../src/views/kit/status/status.ts';
import { featureOfKind, kindOfFeature } from '../../../src/views/shared/upgrades/feature.ts';
import { plannedWaves, readWaves, rolloutForm } from '../../../src/views/shared/upgrades/rolloutForm.ts';
import {
  batchLook,
  compareSteps,
  partsOf,
  stepLook,
  stepOrder,
} from '../../../src/views/shared/upgrades/steps.ts';
import { changedSettings } from '../../../src/views/system/settings/SettingsForm.tsx';

describe('feature codes of upgrade packages', () => {
  test('each feature has its kind of terminals; casters and intercom stations have no packages', () => {
    expect(codeValues(upgradeFeature).map(kindOfFeature)).toEqual([
      'device',
      'xtts',
      'fire_control_device',
      'capturer',
    ]);
    expect(terminalKindNames.map(featureOfKind)).toEqual([
      'aoip.p',
      undefined,
      undefined,
      'aoip.e',
      'aoip.t',
      'aoip.f',
    ]);
  });
});

describe('waves as typed', () => {
  test('sizes are separated by any commas or spaces; an empty text means all at once', () => {
    expect(readWaves('1, 10')).toEqual([1, 10]);
    expect(readWaves(' 5，20、100 ')).toEqual([5, 20, 100]);
    expect(readWaves('')).toEqual([]);
  });

  test('the rest is a last wave, and no wave gets more terminals than there are', () => {
    expect(plannedWaves([1, 10], 2000)).toEqual([1, 10, 1989]);
    expect(plannedWaves([1, 10], 11)).toEqual([1, 10]);
    expect(plannedWaves([1, 10], 4)).toEqual([1, 3]);
    expect(plannedWaves([], 7)).toEqual([7]);
    expect(plannedWaves([1, 10], 0)).toEqual([]);
  });

  test('the form accepts what the contract accepts, and refuses letters, zeros and unlimited waves', () => {
    const form = (waves: string) => rolloutForm.safeParse({ upgrade_file: 3, waves, failure_limit: 2 });
    expect(form('1, 10').data).toEqual({ upgrade_file: 3, waves: [1, 10], failure_limit: 2 });
    for (const waves of ['ten', '1; 10', '0', '6000', Array(21).fill(1).join(',')])
      expect(form(waves).success, waves).toBe(false);
  });
});

describe('upgrade status on the screen', () => {
  test('every step has a status and a sort position: failed first, done last', () => {
    expect(stepOrder).toHaveLength(codeValues(upgradeStep).length);
    for (const step of codeValues(upgradeStep)) expect(statuses[stepLook[step]]).toBeDefined();
    const sorted = codeValues(upgradeStep)
      .map((step) => stepLook[step])
      .sort(compareSteps);
    expect(sorted[0]).toBe('upgrade_failed');
    expect(sorted.at(-1)).toBe('reboot_successful');
  });

  test('every terminal without the version counts as failed, except cancelled ones', () => {
    const parts = partsOf({
      upgrade_failed: 2,
      device_not_online: 1,
      upgrade_not_supported: 1,
      cancelled: 5,
    });
    expect(parts).toMatchObject({ failed: 4, cancelled: 5, done: 0 });
  });

  test('a batch paused by the failure limit is a fault; one paused by a person is not', () => {
    const look = (state: 'paused' | 'ended', paused_by: string | null, counts = {}) =>
      statuses[batchLook({ state, paused_by }, counts)].tone;
    expect(look('paused', '')).toBe('fault');
    expect(look('paused', 'Li Wei')).toBe('grey');
    expect(look('ended', null, { upgrade_failed: 1 })).toBe('faultOutline');
    expect(look('ended', null, { reboot_successful: 9 })).toBe('grey');
  });
});

test('settings that are lists are sent only when they differ', () => {
  const keys = (name: string) => ({ upgrade_keys: [{ name, key: 'k' }], url_login: true }) as never;
  expect(changedSettings(keys('Workshop'), keys('Workshop'))).toEqual({});
  expect(changedSettings(keys('Workshop'), keys('Maker'))).toEqual({
    upgrade_keys: [{ name: 'Maker', key: 'k' }],
  });
});
