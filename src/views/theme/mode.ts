import { BehaviorSubject } from 'rxjs';
import type { Mode } from './theme.ts';

/** Choices of the colour scheme; `system` follows the operating system. Stored per browser. */
export const modeChoices = ['light', 'dark', 'system'] as const;
export type ModeChoice = (typeof modeChoices)[number];

const key = 'theme';

function stored(): ModeChoice {
  const value = localStorage.getItem(key);
  return modeChoices.find((choice) => choice === value) ?? 'system';
}

/** The choice as a stream, shared by the account menu and the profile page. */
export const modeChoice$ = new BehaviorSubject<ModeChoice>(stored());

export function chooseMode(choice: ModeChoice): void {
  localStorage.setItem(key, choice);
  modeChoice$.next(choice);
}

/** Colour scheme of a choice, given the preference of the system. */
export function modeOf(choice: ModeChoice, systemDark: boolean): Mode {
  if (choice !== 'system') return choice;
  return systemDark ? 'dark' : 'light';
}
