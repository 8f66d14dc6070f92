import { expect, test } from 'vitest';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { DiskState } from '../../../server/platform/health/diskWatch.ts';
import { watchClock } from '../../../server/site/faults/clockWatch.ts';
import { watchDatabase } from '../../../server/site/faults/databaseWatch.ts';
import { watchDiskFaults } from '../../../server/site/faults/diskFaults.ts';
import type { NewFault } from '../../../server/site/faults/faults.ts';
import { faultRow } from '../../streams/faultRow.ts';

/** Records the faults of a watch in memory. */
function record() {
  const open = new Map<string, NewFault>();
  return {
    open,
    faults: {
      open: (fault: NewFault) => void open.set(`${fault.kind} ${fault.subject}`, fault),
      resolve: (kind: string, subject: string) => void open.delete(`${kind} ${subject}`),
      drop: (kind: string, subject: string) => void open.delete(`${kind} ${subject}`),
      allOpen: () => [],
    },
  };
}
const MIB = 1_048_576;
const roomy: DiskState = {
  freeBytes: 50_000 * MIB,
  sizeBytes: 100_000 * MIB,
  freeInodes: 900_000,
  inodes: 1_000_000,
  isWritable: true,
  error: '',
};

/** Disk faults with a state set by the test. */
function diskFaults() {
  const { faults, open } = record();
  let setState: (state: DiskState) => void = () => {};
  watchDiskFaults(faults, {
    onLook: (listener) => {
      setState = listener;
    },
  });
  const look = (state: Partial<DiskState>) => {
    setState({ ...roomy, ...state });
    return [...open.keys()];
  };
  return { look, params: (key: string) => open.get(key)?.params };
}

test('a disk that fills up is a fault, until a fifth more is free', () => {
  const { look, params } = diskFaults();
  expect(look({})).toEqual([]);
  expect(look({ freeBytes: 4_950 * MIB })).toEqual(['disk data']);
  expect(params('disk data')).toEqual({ free_mb: 4_900, total_mb: 100_000 });
  expect(look({ freeBytes: 5_500 * MIB })).toEqual(['disk data']);
  expect(look({ freeBytes: 6_100 * MIB })).toEqual([]);
});

test('on a small disk the limit is one gigabyte', () => {
  const { look, params } = diskFaults();
  look({ freeBytes: 900 * MIB, sizeBytes: 8_000 * MIB });
  expect(params('disk data')).toMatchObject({ free_mb: 900 });
});

test('a disk with space but few inodes is a fault of its own; a disk without inode counts has none', () => {
  const { look, params } = diskFaults();
  expect(look({ freeInodes: 49_999 })).toEqual(['disk_files data']);
  expect(params('disk_files data')).toEqual({ free: 49_000, total: 1_000_000 });
  expect(look({ freeInodes: 55_000 })).toEqual(['disk_files data']);
  expect(look({ freeInodes: 60_000 })).toEqual([]);
  expect(look({ freeInodes: 0, inodes: 0 })).toEqual([]);
});

test('a read-only disk is a fault of its own; a full disk is not reported as read-only', () => {
  const { look, params } = diskFaults();
  expect(look({ isWritable: false, error: 'EROFS' })).toEqual(['disk_unwritable data']);
  expect(params('disk_unwritable data')).toEqual({ error: 'EROFS' });
  expect(look({})).toEqual([]);
  expect(look({ isWritable: false, error: 'ENOSPC', freeBytes: 0 })).toEqual(['disk data']);
  expect(look({ isWritable: false, error: 'ENOSPC', freeInodes: 0 })).toEqual(['disk_files data']);
  // Quota, which the file system does not report.
  expect(look({ isWritable: false, error: 'EDQUOT' })).toEqual(['disk_unwritable data']);
});

test('a jump of the wall clock is a fault until it jumps back, or after an hour without jumps', () => {
  const { faults, open } = record();
  let wall = 1_700_000_000_000;
  let steady = 5_000;
  const pass = (ms: number, jump = 0) => {
    wall += ms + jump;
    steady += ms;
    watch.check();
  };
  const watch = watchClock(faults, { wall: () => wall, steady: () => steady });
  try {
    // Slewing by a time service, 500 ppm, is no jump.
    for (let i = 0; i < 100; i++) pass(10_000, 5);
    expect(open.size).toBe(0);
    pass(10_000, -3_600_000);
    expect(open.get('clock wall')?.params).toEqual({ jump_s: -3600 });
    pass(10_000);
    expect(open.size).toBe(1);
    pass(10_000, 3_600_000);
    expect(open.size).toBe(0);
    pass(10_000, 60_000);
    expect(open.get('clock wall')?.params).toEqual({ jump_s: 60 });
    for (let i = 0; i < 361; i++) pass(10_000);
    expect(open.size).toBe(0);
  } finally {
    watch.end();
  }
});

test('a lost database is shown at once, and stored once it is back', async () => {
  const shown = new Map<number, string>();
  const logged: string[] = [];
  let isAway = true;
  const watch = watchDatabase({
    query: async () => {
      if (isAway) throw new Error('no connection');
    },
    topic: {
      upsert: (row) => void shown.set(row.id, row.kind),
      remove: (id) => void shown.delete(id),
    },
    faults: {
      open: ({ kind }) => void logged.push(`open ${kind}`),
      resolve: (kind) => void logged.push(`resolve ${kind}`),
      allOpen: () => [],
      settled: async () => {},
    },
    times: { everyMs: 10, answerMs: 1000 },
  });
  try {
    await expect.poll(() => [...shown.values()]).toEqual(['database']);
    expect(logged).toEqual([]);
    isAway = false;
    await expect.poll(() => logged).toEqual(['open database', 'resolve database']);
    expect(shown.size).toBe(0);
  } finally {
    watch.end();
  }
});

test('repeated losses of the database: the stored fault is reopened, without a second one', async () => {
  const stored = faultRow(7, { kind: 'database', subject: 'site', chatter: 4, cleared_at: 1_700_000_000 });
  const shown: Fault[] = [];
  const watch = watchDatabase({
    query: () => Promise.reject(new Error('no connection')),
    topic: { upsert: (row) => void shown.push(row), remove: () => {} },
    faults: { open: () => {}, resolve: () => {}, allOpen: () => [stored], settled: async () => {} },
    times: { everyMs: 10, answerMs: 1000 },
  });
  try {
    await expect.poll(() => shown).toEqual([{ ...stored, cleared_at: null }]);
  } finally {
    watch.end();
  }
});
