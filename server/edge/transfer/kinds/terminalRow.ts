import type { z } from 'zod';
import { deviceEntity } from '../../../../contract/entities/terminals/device.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { terminalCode } from '../../../../contract/protocol/terminal.ts';
import { foldedCode } from '../../../../contract/rules/foldedCode.ts';
import { isCustomDeviceName } from '../../../../contract/rules/ruleChecks.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { keptSecret, sealPassword } from '../../../site/foreign/loudspeakerPassword.ts';
import { codeInOtherCase } from '../../../site/terminals/codeInOtherCase.ts';
import type { TerminalRow } from '../../../site/terminals/terminal.repository.ts';
import type { InputRow } from '../columns.ts';
import { zonesByCode } from '../compare.ts';
import { numberOf } from '../numberOf.ts';
import type * as repository from '../transfer.repository.ts';
import type { ImportRun, TransferDeps } from '../transfer.types.ts';
import { readFileGroup } from './fileGroupCells.ts';
import { foreignReader, readPassword } from './foreignCells.ts';
import { readSettings } from './kindCells.ts';
import { phoneReader } from './phoneCells.ts';
import type { Names } from './thingNames.ts';

/** Values of a terminal's row, as they will be stored. */
export type Values = Omit<repository.TerminalChange, 'id'> & { code: string };
/** Values, and whether a password of a loudspeaker was given. */
export type ReadValues = { values: Values; hasPassword: boolean };
/** Default of the table, for a new terminal. */
const VOLUME = 80;
const { shape } = deviceEntity.patch;

/** Creates the reader of rows; it returns null for a row with an invalid code. */
export function rowReader(
  deps: TransferDeps,
  run: ImportRun,
  kind: TerminalKind,
  known: ReadonlyMap<string, TerminalRow>,
  { fileGroups, telephones }: Record<'fileGroups' | 'telephones', Names | null>,
) {
  const { report, caller } = run;
  /** Lines of new codes, by the code in lower case. */
  const fresh = new Map<string, number>();
  const readForeign = foreignReader(deps.terminals.directory, report);
  const readPhone = telephones && phoneReader(deps.terminals.directory, telephones, report);
  const zones = zonesByCode(deps.zones, caller.scope);
  const top = deps.zones.all().find((zone) => zone.parent_id === null)?.id ?? 0;

  return (row: InputRow): ReadValues | null => {
    const text = row.get('code') ?? '';
    const old = known.get(text);
    // An existing terminal with an invalid code may still be changed.
    if (old === undefined && !terminalCode.safeParse(text).success) {
      report.fault(row, 'code', 'rules.terminalCode');
      return null;
    }
    const code = text;
    if (!report.isFirst(row, 'code', code)) return null;
    if (old === undefined && !isUnlike(row, code)) return null;
    if (old !== undefined && (old.kind !== kind || !inScope(caller.scope, old.org))) {
      report.fault(row, 'code', 'common.duplicate', { value: code });
      return null;
    }
    function field<T>(key: keyof typeof shape, schema: z.ZodType<T>, otherwise: T, blank = otherwise): T {
      const cell = row.get(key);
      if (cell === undefined) return otherwise;
      if (cell === '') return blank;
      const isNumber = key === 'ao_volume' || key === 'ai_volume';
      return report.read(row, key, schema, isNumber ? numberOf(cell) : cell) ?? otherwise;
    }
    const name = field('name', shape.name.unwrap(), old?.name ?? code);
    const dev_name2 = field('dev_name2', shape.dev_name2.unwrap(), old?.dev_name2 ?? '', '');
    if (dev_name2 !== '' && dev_name2 !== old?.dev_name2 && !isCustomDeviceName(dev_name2, name))
      report.fault(row, 'dev_name2', 'rules.deviceName');
    const details = {
      ...old?.details,
      ...readSettings(kind, row, report, old?.details ?? {}),
      ...(fileGroups === null ? {} : readFileGroup(row, fileGroups, report)),
      ...(kind === 'device' ? readForeign(row, old) : {}),
      ...readPhone?.(row, old),
    };
    const password = kind === 'device' ? readPassword(row, old, details, report) : undefined;
    const values: Values = {
      code,
      name,
      dev_name2,
      org: zoneOf(row, old),
      ao_volume: field('ao_volume', shape.ao_volume.unwrap(), old?.ao_volume ?? VOLUME),
      ai_volume: field('ai_volume', shape.ai_volume.unwrap(), old?.ai_volume ?? VOLUME),
      call_number: field('call_number', shape.call_number.unwrap(), old?.call_number ?? '', ''),
      details,
      foreign_secret:
        password === undefined ? keptSecret(old, details) : sealPassword(deps.secretBox, password),
    };
    return { values, hasPassword: password !== undefined };
  };

  /** Checks that a new code differs from every other one by more than letter case. */
  function isUnlike(row: InputRow, code: string): boolean {
    const line = fresh.get(foldedCode(code));
    const like = deps.terminals.directory.byCodeIgnoringCase(code);
    if (line !== undefined) report.fault(row, 'code', 'transfer.likeInFile', { value: code, line });
    else if (like !== undefined) report.fault(row, 'code', ...codeInOtherCase(caller.scope, code, like));
    else fresh.set(foldedCode(code), row.line);
    return line === undefined && like === undefined;
  }

  function zoneOf(row: InputRow, old: TerminalRow | undefined): number | null {
    const cell = row.get('zone') ?? '';
    if (cell === '') {
      if (old !== undefined) return old.org;
      // An empty cell in an existing column is an error (merged cells, for example): the terminal would be
      // put into the top zone by mistake.
      if (!inScope(caller.scope, top) || row.get('zone') === '')
        report.fault(row, 'zone', 'transfer.zoneNeeded');
      return top;
    }
    const id = zones.get(cell)?.id;
    if (id === undefined) report.fault(row, 'zone', 'transfer.noZone', { value: cell });
    return id ?? null;
  }
}
