import type { z } from 'zod';
import { deviceEntity } from '../../contract/entities/device.ts';
import { isCustomDeviceName } from '../../contract/ruleChecks.ts';
import { terminalCode } from '../../contract/terminal.ts';
import { may } from '../http/access.ts';
import { inScope } from '../live/scope.ts';
import type { TerminalRow } from '../terminals/terminal.repository.ts';
import type { InputRow } from './columns.ts';
import { type Change, changesOf, zonesByCode } from './compare.ts';
import * as repository from './transfer.repository.ts';
import type { Importer, ImportRun, TransferDeps } from './types.ts';

/** What a row says of a terminal, as it will be stored. */
type Values = Omit<repository.TerminalChange, 'id'> & { code: string };

/** Defaults of the table, for a new terminal. */
const VOLUME = 80;
const { shape } = deviceEntity.patch;

/**
 * Terminals: those there are get the columns given; a new one is *expected* (docs/decisions/0031): a row without
 * a secret, which the terminal of that code takes over when it is adopted.
 */
export const importDevices: Importer = async (deps, tx, run) => {
  const { table, report, caller, ip } = run;
  const codes = table.rows.map((row) => row.get('code') ?? '');
  const known = new Map((await repository.terminalsByCode(tx, codes)).map((row) => [row.code, row]));
  const readRow = rowReader(deps, run, known);
  const fresh: Values[] = [];
  const changed: { row: TerminalRow; values: Values; changes: Change[] }[] = [];
  const numbers = new Map<string, { row: InputRow; id: number | undefined }>();
  const ids = new Set<number>();
  for (const row of table.rows) {
    const values = readRow(row);
    if (values === null) continue;
    const old = known.get(values.code);
    if (old !== undefined) ids.add(old.id);
    const { call_number } = values;
    const twin = call_number === '' ? undefined : numbers.get(call_number);
    if (twin !== undefined)
      report.fault(row, 'call_number', 'transfer.duplicateInFile', {
        value: call_number,
        line: twin.row.line,
      });
    else if (call_number !== '') numbers.set(call_number, { row, id: old?.id });
    const changes = old === undefined ? null : changesOf(run, deps.zones, old, values);
    if (changes === null) fresh.push(values);
    else if (old !== undefined && changes.length > 0) changed.push({ row: old, values, changes });
    if (changes?.length !== 0 && !may(caller, changes === null ? 'create_device' : 'edit_device'))
      report.fault(row, '', changes === null ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
    else if (!report.isBad(row)) report.outcome(row, values.code, values.name, changes);
  }
  // A number is free if nobody has it, or if whoever has it gets another one by this very file.
  for (const { id, call_number } of await repository.callNumbers(tx, [...numbers.keys()])) {
    const wanted = numbers.get(call_number);
    if (wanted !== undefined && wanted.id !== id && !ids.has(id))
      report.fault(wanted.row, 'call_number', 'common.duplicate', { value: call_number });
  }

  return async () => {
    const made = await repository.insertTerminals(
      tx,
      fresh.map((values) => ({ ...values, role: 0, secret_hash: '' })),
    );
    const updated = await repository.updateTerminals(
      tx,
      changed.map(({ row, values: { code: _, ...values } }) => ({ id: row.id, ...values })),
    );
    await deps.audit.record(tx, caller, [
      ...made.map(({ id, code, name, org }) => ({
        action: 'create',
        entity: 'device',
        entity_id: id,
        ip,
        after: { code, name, org },
      })),
      ...changed.map(({ row, changes }) => ({
        action: 'edit',
        entity: 'device',
        entity_id: row.id,
        ip,
        before: Object.fromEntries(changes.map(({ column, before }) => [column, before])),
        after: Object.fromEntries(changes.map(({ column, after }) => [column, after])),
      })),
    ]);
    return () => {
      const { directory, devices, gateway } = deps.terminals;
      for (const row of [...made, ...updated]) devices.changed(directory.put(row));
      for (const { id } of updated) gateway.settingsChanged(id);
    };
  };
};

/** Reads the rows one after the other; null for one whose code tells nothing. */
function rowReader(deps: TransferDeps, run: ImportRun, known: ReadonlyMap<string, TerminalRow>) {
  const { report, caller } = run;
  const lines = new Map<string, number>();
  const zones = zonesByCode(deps.zones, caller.scope);
  const top = deps.zones.all().find((zone) => zone.parent_id === null)?.id ?? 0;

  return (row: InputRow): Values | null => {
    const text = row.get('code') ?? '';
    const old = known.get(text);
    // One that was made before this rule, or by hand, may still be changed.
    const code = old === undefined ? report.read(row, 'code', terminalCode, text) : text;
    if (code === undefined) return null;
    const first = lines.get(code);
    if (first !== undefined) {
      report.fault(row, 'code', 'transfer.duplicateInFile', { value: code, line: first });
      return null;
    }
    lines.set(code, row.line);
    if (old !== undefined && (old.kind !== 'device' || !inScope(caller.scope, old.org))) {
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
    return {
      code,
      name,
      dev_name2,
      org: zoneOf(row, old),
      ao_volume: field('ao_volume', shape.ao_volume.unwrap(), old?.ao_volume ?? VOLUME),
      ai_volume: field('ai_volume', shape.ai_volume.unwrap(), old?.ai_volume ?? VOLUME),
      call_number: field('call_number', shape.call_number.unwrap(), old?.call_number ?? '', ''),
    };
  };

  function zoneOf(row: InputRow, old: TerminalRow | undefined): number | null {
    const cell = row.get('zone') ?? '';
    if (cell === '') {
      if (old !== undefined) return old.org;
      if (!inScope(caller.scope, top)) report.fault(row, 'zone', 'transfer.zoneNeeded');
      return top;
    }
    const id = zones.get(cell)?.id;
    if (id === undefined) report.fault(row, 'zone', 'transfer.noZone', { value: cell });
    return id ?? null;
  }
}

/** Digits only: `Number` would take `1e1` and `0x10` too. */
function numberOf(cell: string): number | string {
  return /^-?\d{1,9}$/.test(cell) ? Number(cell) : cell;
}
