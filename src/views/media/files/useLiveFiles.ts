import type { FileLive, MediaFile } from '../../../../contract/entities/sound/file.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { GridHandle } from '../../kit/grid/handle.ts';
import { useLivePage } from './useLivePage.ts';

/** A row of the library with the live progress of its build. */
export type LibraryRow = MediaFile & { progress: number };

export function mergeLive(row: MediaFile, live: FileLive | undefined): LibraryRow {
  if (live === undefined || live.rev < row.rev) return { ...row, progress: 0 };
  const { build_status, build_error, progress, duration_ms, loudness } = live;
  return { ...row, build_status, build_error, progress, duration_ms, loudness };
}

/** A page of the library, live. */
export function useLiveFiles(
  page: readonly MediaFile[] | undefined,
  handle: GridHandle<LibraryRow>,
): readonly LibraryRow[] | undefined {
  const { streams } = useApp();
  return useLivePage({ path: 'file', feed: streams.file, merge: mergeLive }, page, handle);
}
