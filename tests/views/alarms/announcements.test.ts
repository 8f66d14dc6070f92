import { describe, expect, it } from 'vitest';
import type { AlarmLive } from '../../../contract/entities/alarm.ts';
import { announcements } from '../../../src/views/alarms/announcements.ts';

const alarm = (more: Partial<AlarmLive> = {}): AlarmLive =>
  ({ id: 1, state: 'alarming', silenced: false, acknowledged_at: null, sounding: 1, ...more }) as AlarmLive;
const said = (before: AlarmLive[], now: AlarmLive[]) => {
  const { alerts, notes } = announcements(before, now);
  return { alerts: alerts.map(({ id }) => id), notes: notes.map(({ what }) => what) };
};

describe('what a screen reader is told of alarms', () => {
  it('a new alarm once, whatever else of it changes', () => {
    expect(said([], [alarm()])).toEqual({ alerts: [1], notes: [] });
    expect(said([alarm()], [alarm({ sounding: 7, next_step_at: 5 })])).toEqual({ alerts: [], notes: [] });
    expect(said([alarm()], [alarm({ id: 2 }), alarm()])).toEqual({ alerts: [2], notes: [] });
  });

  it('the end of its delay is news as well; that it is being reset when the page opens is none', () => {
    expect(said([alarm({ state: 'starting' })], [alarm()])).toEqual({ alerts: [1], notes: [] });
    expect(said([], [alarm({ state: 'reset' })])).toEqual({ alerts: [], notes: [] });
  });

  it('what somebody did to it, and that it is over', () => {
    expect(said([alarm()], [alarm({ acknowledged_at: 5 })]).notes).toEqual(['acknowledged']);
    expect(said([alarm()], [alarm({ silenced: true })]).notes).toEqual(['silenced']);
    expect(said([alarm({ silenced: true })], [alarm()]).notes).toEqual(['unsilenced']);
    expect(said([alarm()], [alarm({ state: 'reset' })]).notes).toEqual(['reset']);
    expect(said([alarm()], []).notes).toEqual(['over']);
  });
});
