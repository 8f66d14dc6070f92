import type { FileGroupLive } from '../../../contract/entities/file.ts';
import { useApp } from '../app/AppContext.tsx';
import { useMediaGroups } from './useMediaGroups.ts';

/** Every file group in its order, live; empty without the right to see them. */
export function useFileGroups(): readonly FileGroupLive[] {
  return useMediaGroups(useApp().streams.fileGroup);
}
