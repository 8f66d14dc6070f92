import type { TFunction } from 'i18next';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import type { StatusName } from '../../kit/status/status.ts';

/** Counters above the lines, in their order; `tested` and `used` are no states but useful filters. */
export const ioStates = [
  'input_active',
  'line_fault',
  'output_failed',
  'output_on',
  'input_tested',
  'io_offline',
] as const satisfies readonly StatusName[];
export type IoState = (typeof ioStates)[number] | 'input_normal' | 'output_off' | 'io_unknown';

type Line = Pick<IoLive, 'online' | 'direction' | 'active' | 'line' | 'test' | 'wanted' | 'failed'>;

/** The one state shown for a line, the most urgent first. */
export function ioState(row: Line): IoState {
  if (!row.online) return 'io_offline';
  if (row.failed) return 'output_failed';
  if (row.line !== null && row.line !== 'ok') return 'line_fault';
  if (row.active === null) return 'io_unknown';
  if (row.direction === 'output') return row.active ? 'output_on' : 'output_off';
  if (row.test) return 'input_tested';
  return row.active ? 'input_active' : 'input_normal';
}

/** Label of a line: its name, else its number. */
export function lineText(row: Pick<IoLive, 'direction' | 'number' | 'name'>, t: TFunction): string {
  if (row.name !== '') return row.name;
  return row.direction === 'input'
    ? t('fire.inputN', { input: row.number })
    : t('fire.outputN', { output: row.number });
}

/** Label of terminal and line. */
export function wholeName(
  row: Pick<IoLive, 'terminal_name' | 'direction' | 'number' | 'name'>,
  t: TFunction,
) {
  return `${row.terminal_name} · ${lineText(row, t)}`;
}

/** Holders of an output, by name; an alarm and a GPIO task are marked as such. */
export function ownersText(owners: IoLive['owners'], t: TFunction): string {
  return owners
    .map(({ kind, name }) => (kind === 'manual' ? name : t(`io.owner.${kind}`, { name })))
    .join(t('kit.listComma'));
}

/** Reason why an output cannot be switched off by hand; undefined: it can. */
export function heldReason(row: Pick<IoLive, 'owners'>, t: TFunction): string | undefined {
  const holder = row.owners.find(({ kind }) => kind !== 'manual');
  return holder === undefined ? undefined : t('io.heldBy', { name: ownersText([holder], t) });
}

/** Detail of a state: a broken or shorted line, a test of an active input, the wanted state. */
export function stateDetail(row: Line, t: TFunction): string {
  const state = ioState(row);
  if (state === 'line_fault' && row.line !== null) return t(`fire.line.${row.line}`);
  if (state === 'input_tested') return t(row.active === true ? 'fire.active' : 'fire.normal');
  if (state === 'output_failed') return t(row.wanted === true ? 'io.shouldBeOn' : 'io.shouldBeOff');
  return '';
}
