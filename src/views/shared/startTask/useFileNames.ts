import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { fileEntity, type MediaFile } from '../../../../contract/entities/sound/file.ts';
import { useApp } from '../../app/AppContext.tsx';

/** Fields of a file in a list. */
export type ListedFile = Pick<MediaFile, 'id' | 'name' | 'duration_ms'>;

/** Loads names and lengths of the files of a list. Files that were just picked (`learn`) need no request. */
export function useFileNames(ids: readonly number[]) {
  const { crud } = useApp();
  const [picked, setPicked] = useState<ReadonlyMap<number, ListedFile>>(new Map());
  const unknown = [...new Set(ids)].filter((id) => !picked.has(id));
  const queries = useQueries({
    queries: unknown.map((id) => ({
      queryKey: ['file', id],
      queryFn: () => crud(fileEntity).get(id, { quiet: true }),
    })),
  });
  const learn = useCallback(
    (files: readonly ListedFile[]) =>
      setPicked((old) => new Map([...old, ...files.map((file) => [file.id, file] as const)])),
    [],
  );
  const fileOf = (id: number): ListedFile | undefined => picked.get(id) ?? queries[unknown.indexOf(id)]?.data;
  return { fileOf, learn };
}
