import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createRecorder } from '../../../server/sound/recordings/recorder.ts';
import type { NewRecording, RecordingEnd } from '../../../server/sound/recordings/recording.repository.ts';
import { createRecordingRows } from '../../../server/sound/recordings/recordingRows.ts';
import type { RecordingSubject } from '../../../server/sound/recordings/recordingSubject.ts';

/** Wall time at media time zero. */
export const EPOCH = Date.UTC(2026, 10, 21, 12);
export const SECOND = 1_000_000;
/** Media time at which a recorder is created, µs. */
export const START = 5 * SECOND;

export const subject: RecordingSubject = {
  recordType: 'page',
  name: 'Page',
  callerName: 'Ann',
  callerId: null,
  calleeName: 'Hall',
  calleeId: 1,
  emergency: false,
  alarm_id: null,
  broadcast_id: 1,
  orgs: [],
  key: null,
};

/** Creates a recorder over a folder, with rows, faults, media time, disk space and database that a test sets or reads. */
export function setUpRecorder() {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-rec-'));
  const rows = new Map<number, NewRecording>();
  const faults = new Map<string, object>();
  const state = { now: START, hasSpace: true, dbAway: false };
  const log = { error: () => {} };
  const store = {
    async insert(row: NewRecording) {
      if (state.dbAway) throw new Error('away');
      rows.set(rows.size + 1, row);
      return rows.size;
    },
    async end(id: number, end: RecordingEnd) {
      rows.set(id, { ...(rows.get(id) as NewRecording), ...end });
    },
    async remove(id: number) {
      rows.delete(id);
    },
  };
  const recorder = createRecorder({
    folder,
    rows: createRecordingRows({ store, log }),
    clock: { epoch: '', term: 1, now: () => state.now, fromWall: () => 0, toWall: (us) => EPOCH + us / 1000 },
    faults: {
      open: ({ kind, params }) => void faults.set(kind, params ?? {}),
      resolve: (kind) => void faults.delete(kind),
    },
    checkSpace: async () => ({ enough: state.hasSpace, free_mb: 900 }),
    log,
  });
  return {
    folder,
    rows,
    faults,
    state,
    recorder,
    /** The only recording. */
    only() {
      expect(rows.size).toBe(1);
      const row = [...rows.values()][0] as NewRecording;
      return { row, file: join(folder, row.path) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
