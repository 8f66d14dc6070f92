import { describe, expect, it } from 'vitest';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import { announcements } from '../../../src/views/shared/alarms/announcements.ts';

const alarm = (more: Partial<AlarmLive> = {}): AlarmLive =>
  ({ id: 1, state: 'alarming', silenced: false, acknowledged_at: null, sounding: 1, ...more }) as AlarmLive;
const said = (before: AlarmLive[], now: AlarmLive[]) => {
  const { alerts, notes } = announcements(before, now);
  return { alerts: alerts.map(({ id }) => id), notes: notes.map(({ what }) => what) };
};

describe('screen reader announcements of alarms', () => {
  it('a new alarm is announced once, whatever else of it changes', () => {
    expect(said([], [alarm()])).toEqual({ alerts: [1], notes: [] });
    expect(said([alarm()], [alarm({ sounding: 7, next_step_at: 5 })])).toEqual({ alerts: [], notes: [] });
    expect(said([alarm()], [alarm({ id: 2 }), alarm()])).toEqual({ alerts: [2], notes: [] });
  });

  it('the end of its delay is announced; a reset in progress when the page opens is not', () => {
    expect(said([alarm({ state: 'starting' })], [alarm()])).toEqual({ alerts: [1], notes: [] });
    expect(said([], [alarm({ state: 'reset' })])).toEqual({ alerts: [], notes: [] });
  });

  it('actions on it and its end are announced', () => {
    expect(said([alarm()], [alarm({ acknowledged_at: 5 })]).notes).toEqual(['acknowledged']);
    expect(said([alarm()], [alarm({ silenced: true })]).notes).toEqual(['silenced']);
    expect(said([alarm({ silenced: true })], [alarm()]).notes).toEqual(['unsilenced']);
    expect(said([alarm()], [alarm({ state: 'reset' })]).notes).toEqual(['reset']);
    expect(said([alarm()], []).notes).toEqual(['over']);
  });
});
