import type { z } from 'zod';
import { transfers } from '../../../../contract/api/transfer.ts';
import type { FireInputSettings } from '../../../../contract/entities/terminals/fireControlDevice.ts';
import { settingsOf, terminalKinds } from '../../../../contract/entities/terminals/kinds.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { Language } from '../../../../contract/language.ts';
import type { InputRow } from '../columns.ts';
import { joinList, splitList } from '../listCell.ts';
import { numberOf } from '../numberOf.ts';
import type { Report } from '../report.ts';
import { inputCells, readInputs } from './inputCells.ts';

/** Settings with cells of their own: a name (fileGroupCells.ts), an address (foreignCells.ts). */
const ownCells: ReadonlySet<string> = new Set(['file_group', 'foreign']);

/** Columns of a kind's file that are plain settings of the kind. */
function ownKeys(kind: TerminalKind): string[] {
  const { shape } = terminalKinds[kind].settings;
  return transfers[kind].columns
    .map(({ key }) => key)
    .filter((key) => Object.hasOwn(shape, key) && !ownCells.has(key));
}

/** Cell of a setting. */
export function cellOf(value: unknown): string {
  return Array.isArray(value) ? joinList(value) : String(value ?? '');
}

const inputsOf = (details: Record<string, unknown>): FireInputSettings[] =>
  settingsOf('fire_control_device', details).inputs;

/** Cells of the stored settings of a kind. */
export function settingCells(
  kind: TerminalKind,
  details: Record<string, unknown>,
  lang: Language,
): Record<string, string> {
  const settings: Record<string, unknown> = settingsOf(kind, details);
  return {
    ...Object.fromEntries(ownKeys(kind).map((key) => [key, cellOf(settings[key])])),
    ...(kind === 'fire_control_device' ? inputCells(inputsOf(details), lang) : {}),
  };
}

/**
 * Reads the settings of a row by the rules of their fields; an empty cell leaves a number or a choice
 * unchanged.
 */
export function readSettings(
  kind: TerminalKind,
  row: InputRow,
  report: Report,
  details: Record<string, unknown>,
): Record<string, unknown> {
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
      ? splitList(cell)
      : typeof before === 'number'
        ? numberOf(cell)
        : cell;
    const read = report.read(row, key, schema, value);
    if (read !== undefined) given[key] = read;
  }
  if (kind === 'fire_control_device') {
    const inputs = readInputs(row, inputsOf(details), report);
    if (inputs !== undefined) given.inputs = inputs;
  }
  return given;
}
