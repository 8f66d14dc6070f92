/**
 * Unit that is stored independently: an alarm with its broadcasts, a broadcast without an alarm, or `site`
 * for everything else.
 */
export type Subject = `alarm ${number}` | `broadcast ${number}` | 'site';

/** The subject of a broadcast. */
export const subjectOf = (row: { id: number; alarm_id: number | null }): Subject =>
  row.alarm_id === null ? `broadcast ${row.id}` : `alarm ${row.alarm_id}`;
