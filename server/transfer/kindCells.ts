import type { z } from 'zod';
import { settingsOf, terminalKinds } from '../../contract/entities/kinds.ts';
import type { TerminalKind } from '../../contract/entities/terminal.ts';
import { transferColumns } from '../../contract/transfer.ts';
import type { InputRow } from './columns.ts';
import type { Report } from './report.ts';

/** Between the names of channels or outputs in one cell. */
const BETWEEN = '|';

/** Columns of a kind's file that are settings of the kind. */
function ownKeys(kind: TerminalKind): string[] {
  const { shape } = terminalKinds[kind].settings;
  return transferColumns[kind].map(({ key }) => key).filter((key) => Object.hasOwn(shape, key));
}

/** A setting as a cell. */
export function cellOf(value: unknown): string {
  return Array.isArray(value) ? value.join(BETWEEN) : String(value ?? '');
}

/** The settings of a kind as cells, for what is stored. */
export function settingCells(kind: TerminalKind, details: Record<string, unknown>): Record<string, string> {
  const settings: Record<string, unknown> = settingsOf(kind, details);
  return Object.fromEntries(ownKeys(kind).map((key) => [key, cellOf(settings[key])]));
}

/** The settings that a row gives, by the rules of their fields; an empty cell leaves a number or a choice as it is. */
export function readSettings(kind: TerminalKind, row: InputRow, report: Report): Record<string, unknown> {
  const { shape, defaults } = {
    shape: terminalKinds[kind].settings.shape as Record<string, z.ZodType>,
    defaults: terminalKinds[kind].defaults as Record<string, unknown>,
  };
  const given: Record<string, unknown> = {};
  for (const key of ownKeys(kind)) {
    const cell = row.get(key);
    const schema = shape[key];
    if (cell === undefined || schema === undefined) continue;
    const before = defaults[key];
    if (cell === '' && before !== '' && !Array.isArray(before)) continue;
    const value = Array.isArray(before)
      ? cell.split(BETWEEN).map((part) => part.trim())
      : typeof before === 'number'
        ? numberOf(cell)
        : cell;
    const read = report.read(row, key, schema, Array.isArray(value) && cell === '' ? [] : value);
    if (read !== undefined) given[key] = read;
  }
  return given;
}

/** Digits only: `Number` would take `1e1` and `0x10` too. */
export function numberOf(cell: string): number | string {
  return /^-?\d{1,9}$/.test(cell) ? Number(cell) : cell;
}
