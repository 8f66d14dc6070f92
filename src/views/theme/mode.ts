import { BehaviorSubject } from 'rxjs';
import type { Mode } from './theme.ts';

/** What the user chose; `system` follows the operating system. Kept per browser. */
export const modeChoices = ['light', 'dark', 'system'] as const;
export type ModeChoice = (typeof modeChoices)[number];

const key = 'theme';

function stored(): ModeChoice {
  const value = localStorage.getItem(key);
  return modeChoices.find((choice) => choice === value) ?? 'system';
}

/** The choice as a stream, so that the account menu and the profile page agree. */
export const modeChoice$ = new BehaviorSubject<ModeChoice>(stored());

export function chooseMode(choice: ModeChoice): void {
  localStorage.setItem(key, choice);
  modeChoice$.next(choice);
}

/** What a choice means when the system prefers dark or not. */
export function modeOf(choice: ModeChoice, systemDark: boolean): Mode {
  if (choice !== 'system') return choice;
  return systemDark ? 'dark' : 'light';
}
