import { describe, expect, it } from 'vitest';
import { alarmAction, alarmEvent, alarmState } from '../../contract/codes.ts';
import { alarmResult, alarmWorkflow } from '../../contract/workflow.ts';

const quiet = { active_inputs: [], acknowledged: false, silenced: false, steps_left: 0 };
const all = [...Object.values(alarmAction), ...Object.values(alarmEvent)];

/** Transitions of an alarm, one by one. */
const allowed: Record<string, string[]> = {
  not_started: ['input>starting', 'start>starting'],
  starting: ['delay_over>alarming', 'input>starting', 'stop>not_started'],
  alarming: [
    'acknowledge>alarming',
    'input>alarming',
    'reset>reset',
    'silence>alarming',
    'step>alarming',
    'stop>reset',
    'unsilence>alarming',
  ],
  reset: ['input>starting', 'reset>not_started', 'reset_over>not_started'],
};

describe('the workflow of an alarm', () => {
  it('has exactly the transitions of the table', () => {
    for (const state of Object.values(alarmState)) {
      const found = Object.entries(alarmWorkflow[state]).map(([what, to]) => `${what}>${to}`);
      expect(found.sort(), state).toEqual([...(allowed[state] ?? [])].sort());
    }
  });
  it('refuses everything else by the state', () => {
    for (const state of Object.values(alarmState))
      for (const what of all)
        if (!(what in alarmWorkflow[state]))
          expect(alarmResult(state, what, quiet)).toEqual({ refused: 'state' });
  });
  it('can always be ended: every state has a way to not started', () => {
    const ways = (from: string): string[] => Object.values(alarmWorkflow[from as 'reset']);
    for (const state of Object.values(alarmState)) {
      const seen = new Set<string>([state]);
      for (const one of seen) for (const next of ways(one)) seen.add(next);
      expect(seen.has('not_started'), state).toBe(true);
    }
  });
  it('locks reset, not stop, while an input is active', () => {
    const active = { ...quiet, active_inputs: [3] };
    expect(alarmResult('alarming', 'reset', active)).toEqual({ refused: 'input_active' });
    expect(alarmResult('reset', 'reset', active)).toEqual({ refused: 'input_active' });
    expect(alarmResult('reset', 'reset_over', active)).toEqual({ refused: 'input_active' });
    expect(alarmResult('alarming', 'stop', active)).toEqual({ to: 'reset' });
    expect(alarmResult('alarming', 'reset', quiet)).toEqual({ to: 'reset' });
  });
  it('takes acknowledge, silence, unsilence and step once', () => {
    expect(alarmResult('alarming', 'acknowledge', quiet)).toEqual({ to: 'alarming' });
    expect(alarmResult('alarming', 'acknowledge', { ...quiet, acknowledged: true })).toEqual({
      refused: 'done',
    });
    expect(alarmResult('alarming', 'silence', { ...quiet, silenced: true })).toEqual({ refused: 'done' });
    expect(alarmResult('alarming', 'unsilence', quiet)).toEqual({ refused: 'done' });
    expect(alarmResult('alarming', 'step', quiet)).toEqual({ refused: 'done' });
    expect(alarmResult('alarming', 'step', { ...quiet, steps_left: 1 })).toEqual({ to: 'alarming' });
  });
});
