import { describe, expect, it } from 'vitest';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import { announcements } from '../../../src/views/shared/alarms/announcements.ts';
import { liveAlarm } from './liveAlarm.ts';

const alarm = liveAlarm;
const announced = (before: AlarmLive[], now: AlarmLive[]) => {
  const { alerts, notes } = announcements(before, now);
  return { alerts: alerts.map(({ id }) => id), notes: notes.map(({ what }) => what) };
};

describe('screen reader announcements of alarms', () => {
  it('a new alarm is announced once, whatever else of it changes', () => {
    expect(announced([], [alarm()])).toEqual({ alerts: [1], notes: [] });
    expect(announced([alarm()], [alarm({ sounding: 7, next_step_at: 5 })])).toEqual({
      alerts: [],
      notes: [],
    });
    expect(announced([alarm()], [alarm({ id: 2 }), alarm()])).toEqual({ alerts: [2], notes: [] });
  });

  it('the end of its delay is announced; a reset in progress when the page opens is not', () => {
    expect(announced([alarm({ state: 'starting' })], [alarm()])).toEqual({ alerts: [1], notes: [] });
    expect(announced([], [alarm({ state: 'reset' })])).toEqual({ alerts: [], notes: [] });
  });

  it('a further input, which cancels the acknowledgement, is announced like a new alarm', () => {
    const before = alarm({ input_nums: [1], acknowledged_at: 5 });
    expect(announced([before], [alarm({ input_nums: [1, 2] })])).toEqual({ alerts: [1], notes: [] });
  });

  it('its next step is announced, and once that it is not heard everywhere', () => {
    const heard = alarm();
    expect(announced([heard], [alarm({ step: 1 })]).notes).toEqual(['step']);
    const unheard = (silent: number) => alarm({ silent });
    expect(announced([heard], [unheard(3)]).notes).toEqual(['unheard']);
    expect(announced([unheard(3)], [unheard(4)]).notes).toEqual([]);
  });

  it('actions on it and its end are announced', () => {
    expect(announced([alarm()], [alarm({ acknowledged_at: 5 })]).notes).toEqual(['acknowledged']);
    expect(announced([alarm()], [alarm({ silenced: true })]).notes).toEqual(['silenced']);
    expect(announced([alarm({ silenced: true })], [alarm()]).notes).toEqual(['unsilenced']);
    expect(announced([alarm()], [alarm({ state: 'reset' })]).notes).toEqual(['reset']);
    expect(announced([alarm()], []).notes).toEqual(['over']);
  });
});
