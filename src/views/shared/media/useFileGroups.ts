import type { FileGroupLive } from '../../../../contract/entities/sound/file.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useMediaGroups } from './useMediaGroups.ts';

/** File groups in their order, live; empty without the right to see them. */
export function useFileGroups(): readonly FileGroupLive[] {
  return useMediaGroups(useApp().streams.fileGroup);
}
