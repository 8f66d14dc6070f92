import { join } from 'node:path';
import type { BroadcastItem } from './broadcastItem.ts';
import { type OpenProgramme, ProgrammeReader } from './programmeReader.ts';
import type { OpenSource } from './source.ts';

/** File name of a programme in the folder that `BroadcastItem.path` names (server/sound/files). */
export const PROGRAMME = 'programme.opk';

/** Path of the file of an item's programme. @param dataDir absolute path */
export function programmeFile(dataDir: string, item: Pick<BroadcastItem, 'path'>): string {
  return join(dataDir, item.path, PROGRAMME);
}

/** Makes a function that opens stored programmes: a reader of the list from a place on. */
export function openStored(deps: { open: OpenProgramme; dataDir: string }): OpenSource {
  return ({ items, timeline, position }) => {
    const paths = items.map((item) => programmeFile(deps.dataDir, item));
    return new ProgrammeReader(deps.open, timeline, paths, position);
  };
}
