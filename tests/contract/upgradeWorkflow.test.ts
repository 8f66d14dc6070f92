import { describe, expect, it } from 'vitest';
import { codeValues, upgradeBatchState, upgradeStatus, upgradeStep } from '../../contract/codes.ts';
import {
  isUpgrading,
  upgradeBatchResult,
  upgradeStepResult,
  upgradeStepWorkflow,
} from '../../contract/workflow.ts';

describe('an upgrade batch', () => {
  it('is paused, goes on, is cancelled; once it is over only a retry brings it back', () => {
    expect(upgradeBatchResult('running', 'pause', 0)).toBe('paused');
    expect(upgradeBatchResult('paused', 'pause', 0)).toBeNull();
    expect(upgradeBatchResult('paused', 'resume', 0)).toBe('running');
    expect(upgradeBatchResult('running', 'resume', 0)).toBeNull();
    expect(upgradeBatchResult('running', 'limit', 0)).toBe('paused');
    for (const action of ['pause', 'resume', 'cancel'] as const) {
      expect(upgradeBatchResult('ended', action, 9)).toBeNull();
      expect(upgradeBatchResult('cancelling', action, 9)).toBeNull();
    }
    expect(upgradeBatchResult('ended', 'retry', 1)).toBe('running');
  });

  it('has nothing to retry where nothing failed', () => {
    for (const state of codeValues(upgradeBatchState))
      expect(upgradeBatchResult(state, 'retry', 0)).toBeNull();
  });
});

describe('a terminal of an upgrade', () => {
  it('goes through updating, preparing to restart and restarting to reboot successful', () => {
    const events = ['begin', 'progress', 'prepared', 'restart', 'done'] as const;
    const steps: string[] = [];
    let step: Parameters<typeof upgradeStepResult>[0] = 'waiting';
    for (const event of events) {
      step = upgradeStepResult(step, event) ?? 'cancelled';
      steps.push(step);
    }
    expect(steps).toEqual([
      'updating',
      'updating',
      'preparing_to_restart',
      'restarting',
      'reboot_successful',
    ]);
  });

  it('is never taken back or cancelled once it has begun, and what is done stays done', () => {
    for (const step of codeValues(upgradeStep))
      if (isUpgrading(step)) expect(upgradeStepResult(step, 'cancel')).toBeNull();
    expect(upgradeStepWorkflow.reboot_successful).toEqual({});
  });

  it('can succeed or fail from every step under way; every upgrade status can be reached', () => {
    for (const step of codeValues(upgradeStep).filter(isUpgrading)) {
      expect(upgradeStepResult(step, 'done')).toBe('reboot_successful');
      expect(upgradeStepResult(step, 'fail')).toBe('upgrade_failed');
    }
    const reached = new Set<string>(Object.values(upgradeStepWorkflow).flatMap((one) => Object.values(one)));
    for (const status of codeValues(upgradeStatus)) expect(reached).toContain(status);
  });
});
