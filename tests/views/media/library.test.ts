import { describe, expect, it } from 'vitest';
import type { FileLive, MediaFile } from '../../../contract/entities/sound/file.ts';
import { mergeLive } from '../../../src/views/media/files/useLiveFiles.ts';
import { countFiles, readGroup } from '../../../src/views/shared/media/libraryCounts.ts';
import { sizeText } from '../../../src/views/shared/media/sizes.ts';

const live = (id: number, group_id: number | null, build_status: FileLive['build_status']): FileLive => ({
  id,
  org: null,
  group_id,
  places: group_id === null ? [] : [[group_id, 1]],
  position: 1,
  build_status,
  build_error: null,
  progress: 0.4,
  duration_ms: null,
  loudness: null,
  rev: 3,
});

describe('counts of the library', () => {
  const rows = [live(1, 7, 'built'), live(2, 7, 'failed'), live(3, null, 'building'), live(4, 9, 'built')];

  it('cover every group, and the build states of the selected one', () => {
    const all = countFiles(rows, undefined);
    expect(all).toMatchObject({
      all: 4,
      shown: 4,
      byStatus: { built: 2, failed: 1, building: 1, waiting: 0 },
    });
    expect([7, 9, null, 5].map((id) => all.byGroup.get(id) ?? 0)).toEqual([2, 1, 1, 0]);
    expect(countFiles(rows, 7)).toMatchObject({ all: 4, shown: 2, byStatus: { built: 1, failed: 1 } });
    expect(countFiles(rows, null)).toMatchObject({ shown: 1, byStatus: { building: 1 } });
    const both = {
      ...live(5, 7, 'built'),
      places: [
        [7, 1],
        [9, 2],
      ] as const,
    };
    const counted = countFiles([...rows, both], 9);
    expect([7, 9, null].map((id) => counted.byGroup.get(id))).toEqual([3, 2, 1]);
    expect(counted).toMatchObject({ all: 5, shown: 2, byStatus: { built: 2 } });
  });

  it('a group of the address is all, none, or one', () => {
    expect([undefined, '', 'none', '7'].map(readGroup)).toEqual([undefined, undefined, null, 7]);
  });
});

describe('a row of the library', () => {
  const row = {
    id: 1,
    name: 'Bell',
    build_status: 'waiting',
    build_error: null,
    duration_ms: null,
    loudness: null,
    rev: 2,
  } as MediaFile;

  it('has the live progress of its build, unless the page is newer', () => {
    expect(mergeLive(row, live(1, 7, 'building'))).toMatchObject({
      name: 'Bell',
      build_status: 'building',
      progress: 0.4,
      rev: 2,
    });
    expect(mergeLive({ ...row, rev: 4 }, live(1, 7, 'building'))).toMatchObject({ build_status: 'waiting' });
    expect(mergeLive(row, undefined)).toMatchObject({ build_status: 'waiting', progress: 0 });
  });
});

describe('sizes', () => {
  it('are formatted in powers of 1000, like the limits of the server', () => {
    expect([0, 999, 1000, 192_044, 500_000_000, 1.5e9].map(sizeText)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '192 kB',
      '500 MB',
      '1.5 GB',
    ]);
    expect(sizeText(999_700)).toBe('1.0 MB');
  });
});
