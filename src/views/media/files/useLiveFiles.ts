import { useCallback } from 'react';
import type { FileLive, MediaFile } from '../../../../contract/entities/sound/file.ts';
import { useApp } from '../../app/AppContext.tsx';
import { usePagedList } from '../../kit/list/usePagedList.ts';
import { useLivePage } from './useLivePage.ts';

/** A row of the library with the live progress of its build. */
export type LibraryRow = MediaFile & { progress: number };

export function mergeLive(row: MediaFile, live: FileLive | undefined): LibraryRow {
  if (live === undefined || live.rev < row.rev) return { ...row, progress: 0 };
  const { build_status, build_error, progress, duration_ms, loudness } = live;
  return { ...row, build_status, build_error, progress, duration_ms, loudness };
}

/** The list of files, live. */
export function useLiveFiles() {
  const { streams } = useApp();
  const look = useCallback((row: MediaFile) => mergeLive(row, streams.file.get(row.id)), [streams]);
  const list = usePagedList<LibraryRow, MediaFile>('file', { sort: '-uploaded_at', look });
  useLivePage({ path: 'file', feed: streams.file, merge: mergeLive }, list.handle);
  return list;
}
