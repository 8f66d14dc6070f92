import type { Locator, Page } from '@playwright/test';
import { sine, wav } from '../../server/media/sounds.ts';
import { openConsole } from './consolePage.ts';
import { Hall, type Speaker } from './hall.ts';

/** Server with three songs and two loudspeakers. */
export interface TasksSite {
  hall: Hall;
  speakers: Speaker[];
  /** Id of the file of five minutes. */
  long: number;
}

export const openTasksSite = async (): Promise<TasksSite> => equipForTasks(await Hall.open());

/** Adds the songs and loudspeakers to a site. */
export async function equipForTasks(hall: Hall): Promise<TasksSite> {
  const speakers = await hall.speakers(['HALL-1', 'HALL-2']);
  const tone = (seconds: number, hertz: number) =>
    wav({ rate: 8000, channels: 1, seconds }, sine(hertz, 0.3));
  const long = await hall.api.upload('Long song.wav', tone(300, 440));
  await hall.api.upload('Second song.wav', tone(200, 330));
  await hall.api.upload('Third song.wav', tone(100, 220));
  return { hall, speakers, long };
}

/** Opens the screen of real-time tasks. `refusals`: refused calls are expected. */
export const openTasks = (page: Page, { hall }: TasksSite, query = '', refusals = false): Promise<void> =>
  openConsole(page, hall.server, `/menu_task_status${query}`, { refusals });
export const startDialog = (page: Page): Locator => page.getByRole('dialog');
export const taskPanel = (page: Page): Locator => page.getByTestId('task-panel');
export const dryRun = (page: Page): Locator => page.getByTestId('dry-run');
