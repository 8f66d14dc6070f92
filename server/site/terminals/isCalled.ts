import { phoneOf } from '../casters/phoneOf.ts';
import { transportOf } from '../foreign/transportOf.ts';
import { panelOf } from '../panels/panelOf.ts';
import type { TerminalRow } from './terminal.repository.ts';

/** Tells if this server connects to a terminal: it is a loudspeaker, panel or phone of another make. */
export const isCalled = (row: Pick<TerminalRow, 'kind' | 'details'>): boolean =>
  transportOf(row) !== null || panelOf(row) !== null || phoneOf(row) !== null;
