import { useState } from 'react';
import type { Page } from '../../../../../contract/api/envelope.ts';
import { fileEntity, type MediaFile } from '../../../../../contract/entities/sound/file.ts';
import { useApp } from '../../../app/AppContext.tsx';
import type { BellDay } from './bellDays.ts';
import type { BellSound } from './draftBells.ts';
import { type PastedTime, readPasted } from './pasteTimes.ts';
import type { EditedTimetable } from './useTimetable.ts';

/** Outcome of the last paste. */
interface Taken {
  times: number;
  refused: readonly string[];
}

/** Number of files of a search: one of the name itself is among the first. */
const limit = 50;

/** Adds bells from pasted or typed times, and tells what was not read. */
export function usePaste(edited: Pick<EditedTimetable, 'add'>) {
  const { api } = useApp();
  const [taken, setTaken] = useState<Taken>();

  /** Finds the file of a name; a name of no file is spoken as a text. */
  async function soundNamed(name: string): Promise<[string, BellSound]> {
    const query = { page: 1, limit, sort: 'name', q: name };
    const found = await api
      .get<Page<MediaFile>>(`/v1/${fileEntity.path}`, query, { quiet: true })
      .catch(() => ({ rows: [] }));
    const file = found.rows.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (file === undefined) return [name, { file: null, fileName: '', text: name }];
    return [name, { file: file.id, fileName: file.name, text: '' }];
  }

  async function addWithSounds(times: readonly PastedTime[]): Promise<void> {
    const names = [...new Set(times.map((one) => one.sound))].filter((name) => name !== '');
    edited.add(times, new Map(await Promise.all(names.map(soundNamed))));
  }

  return {
    taken,
    /** Reads a text that was pasted at the column of a day, or (null) elsewhere; tells whether it has times. */
    take(text: string, day: BellDay | null): boolean {
      const { times, refused } = readPasted(text, day);
      setTaken({ times: times.length, refused });
      if (times.some((one) => one.sound !== '')) void addWithSounds(times);
      else if (times.length > 0) edited.add(times, new Map());
      return times.length > 0;
    },
  };
}
export type Paste = ReturnType<typeof usePaste>;
