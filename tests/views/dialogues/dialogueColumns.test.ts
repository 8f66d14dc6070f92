import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { callMode } from '../../../contract/codes.ts';
import type { CallLive } from '../../../contract/protocol/call.ts';
import { callOf, callSeconds, callText } from '../../../src/views/terminals/dialogues/dialogueColumns.ts';

const t = ((key: string) => key) as unknown as TFunction;
const call = (fields: Partial<CallLive> = {}): CallLive => ({
  id: 1,
  org: null,
  state: 'talking',
  caller: 10,
  caller_name: 'Gate',
  callees: [20],
  callee_name: 'Office',
  number: '302',
  priority: 0,
  mode: callMode.default,
  since: 100,
  answered_at: 105,
  ...fields,
});
type State = NonNullable<Parameters<typeof callText>[0]['status']>['state'];
const station = (id: number, online = true, state: State = 'idle') => ({
  ...{ id, online, reason: { key: 'free' as const, params: {} } },
  status: { state, peer: '', level_db: null },
});

describe('columns of an intercom station', () => {
  it('a station is in the call that it made, answered or rings in, and in no other', () => {
    const ringing = call({ id: 2, state: 'ringing', caller: 11, callees: [21, 22], answered_at: null });
    expect(callOf(10, [call(), ringing])?.id).toBe(1);
    expect(callOf(22, [call(), ringing])?.id).toBe(2);
    expect(callOf(30, [call(), ringing])).toBeUndefined();
  });

  it('the caller sees the called party and number, the called one sees the caller', () => {
    expect(callText(station(10), call(), t)).toEqual({ main: 'caster.state.talking', detail: 'Office 302' });
    expect(callText(station(20), call(), t)).toEqual({ main: 'caster.state.talking', detail: 'Gate' });
    const ringing = call({ state: 'ringing', answered_at: null });
    expect(callText(station(10), ringing, t).main).toBe('caster.state.calling');
    expect(callText(station(20), ringing, t).main).toBe('caster.state.ringing');
  });

  it('without a call it is free, unless offline', () => {
    expect(callText(station(10), undefined, t)).toEqual({ main: '', detail: 'dialogue.free' });
    expect(callText(station(10, false), undefined, t)).toEqual({ main: '', detail: '—' });
    const reason = { key: 'telephone_off', params: { telephone: 'Exchange' } } as const;
    expect(callText({ ...station(10, false), reason }, undefined, t).detail).toBe('reason.telephone_off');
    // A phone that was rung to speak to zones.
    for (const state of ['ringing', 'paging'] as const)
      expect(callText(station(10, true, state), undefined, t).main).toBe(`caster.state.${state}`);
  });

  it('counts from the answer on, never below zero with differing clocks', () => {
    expect(callSeconds(call(), 125_400)).toBe(20);
    expect(callSeconds(call(), 90_000)).toBe(0);
    expect(callSeconds(call({ answered_at: null }), 125_400)).toBeNull();
  });
});
