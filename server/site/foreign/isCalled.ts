import { phoneOf } from '../casters/phoneOf.ts';
import { panelOf } from '../panels/panelOf.ts';
import type { TerminalRow } from '../terminals/terminal.repository.ts';
import { transportOf } from './transportOf.ts';

/** Tells if this server connects to a terminal: it is a loudspeaker, panel or phone of another make. */
export const isCalled = (row: Pick<TerminalRow, 'kind' | 'details'>): boolean =>
  transportOf(row) !== null || panelOf(row) !== null || phoneOf(row) !== null;
