import type { Page } from '@playwright/test';
import { sine, wav } from '../../server/media/sounds.ts';
import { openConsole } from './consolePage.ts';
import type { Hall } from './hall.ts';

/** Sound file of a 440 Hz tone. */
export const tone = (seconds: number): Buffer => wav({ rate: 16_000, channels: 1, seconds }, sine(440, 0.3));

/** Ensures that a file of this name is in the library; returns its id. */
export async function need(hall: Hall, name: string, seconds: number): Promise<number> {
  const { rows } = await hall.api.get<{ rows: { id: number; name: string }[] }>('/v1/file?limit=100');
  return rows.find((row) => row.name === name)?.id ?? hall.api.upload(`${name}.wav`, tone(seconds));
}

/** Opens the screen of music files. */
export const openLibrary = (page: Page, hall: Hall): Promise<void> =>
  openConsole(page, hall.server, '/menu_file_management', { refusals: true });
