import type { z } from 'zod';
import { deviceEntity } from '../../contract/entities/device.ts';
import { terminalKinds } from '../../contract/entities/kinds.ts';
import type { TerminalKind } from '../../contract/entities/terminal.ts';
import { entityPermission } from '../../contract/permissions.ts';
import { isCustomDeviceName } from '../../contract/ruleChecks.ts';
import { terminalCode } from '../../contract/terminal.ts';
import { may } from '../http/access.ts';
import { inScope } from '../live/scope.ts';
import type { TerminalRow } from '../terminals/terminal.repository.ts';
import { type CasterCells, casterAccounts } from './casters.ts';
import type { InputRow } from './columns.ts';
import { type Change, changesOf, zonesByCode } from './compare.ts';
import { numberOf, readSettings, settingCells } from './kindCells.ts';
import * as repository from './transfer.repository.ts';
import type { Importer, ImportRun, TransferDeps } from './types.ts';
import { UniqueCells } from './uniqueCells.ts';

/** What a row says of a terminal, as it will be stored. */
type Values = Omit<repository.TerminalChange, 'id'> & { code: string };
/** A row that may be stored, with what it says of a caster's account. */
interface Judged {
  values: Values;
  account: CasterCells | null;
}

/** Defaults of the table, for a new terminal. */
const VOLUME = 80;
const { shape } = deviceEntity.patch;

/**
 * Terminals of a kind: those there are get the columns given; a new one is *expected* (docs/decisions/0031): a row without
 * a secret, which the terminal of that code takes over when it is adopted, or logs in to.
 */
export const importTerminals =
  (kind: TerminalKind): Importer =>
  async (deps, tx, run) => {
    const { table, report, caller, ip } = run;
    const codes = table.rows.map((row) => row.get('code') ?? '');
    const known = new Map((await repository.terminalsByCode(tx, codes)).map((row) => [row.code, row]));
    const accounts = kind === 'caster' ? casterAccounts(deps, run) : null;
    const readRow = rowReader(deps, run, kind, known);
    const fresh: Judged[] = [];
    const changed: (Judged & { row: TerminalRow; changes: Change[] })[] = [];
    const numbers = new UniqueCells('call_number', report);
    const dialogueCodes = new UniqueCells('dialogue_code', report);
    const ids = new Set<number>();
    for (const row of table.rows) {
      const values = readRow(row);
      if (values === null) continue;
      const old = known.get(values.code);
      if (old !== undefined) ids.add(old.id);
      const account = accounts?.read(row, old?.id) ?? null;
      const after = {
        ...values,
        ...settingCells(kind, values.details),
        ...accounts?.cells(old?.id, account?.orgs),
      };
      numbers.add(row, values.call_number, old?.id);
      if (kind === 'dialogue') {
        const { dialogue_code = '', callee = '' } = settingCells(kind, values.details);
        dialogueCodes.add(row, dialogue_code, old?.id);
        if (callee !== '' && (callee === dialogue_code || callee === values.call_number))
          report.fault(row, 'callee', 'call.self');
      }
      const before = old && { ...old, ...settingCells(kind, old.details), ...accounts?.cells(old.id) };
      const changes = before === undefined ? null : changesOf(run, deps.zones, before, after);
      if (changes === null) fresh.push({ values, account });
      else if (old !== undefined && changes.length > 0) changed.push({ row: old, values, account, changes });
      if (changes?.length !== 0 && !may(caller, entityPermission(changes === null ? 'create' : 'edit', kind)))
        report.fault(row, '', changes === null ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
      else if (!report.isBad(row)) report.outcome(row, values.code, values.name, changes);
    }
    numbers.refuse(await repository.callNumbers(tx, numbers.values), ids);
    dialogueCodes.refuse(await repository.dialogueCodes(tx, dialogueCodes.values), ids);

    return async () => {
      const { role } = terminalKinds[kind];
      const made = await repository.insertTerminals(
        tx,
        fresh.map(({ values }) => ({ ...values, kind, role, secret_hash: '' })),
      );
      const updated = await repository.updateTerminals(
        tx,
        changed.map(({ row, values: { code: _, ...values } }) => ({ id: row.id, ...values })),
      );
      if (accounts !== null) {
        const idOf = new Map(made.map(({ code, id }) => [code, id]));
        for (const { values, account } of [...fresh, ...changed]) {
          const id = idOf.get(values.code) ?? known.get(values.code)?.id;
          if (account !== null && id !== undefined) await accounts.write(tx, id, account);
        }
      }
      await deps.audit.record(tx, caller, [
        ...made.map(({ id, code, name, org }) => ({
          action: 'create',
          entity: kind,
          entity_id: id,
          ip,
          after: { code, name, org },
        })),
        ...changed.map(({ row, changes }) => ({
          action: 'edit',
          entity: kind,
          entity_id: row.id,
          ip,
          before: Object.fromEntries(changes.map(({ column, before }) => [column, before])),
          after: Object.fromEntries(changes.map(({ column, after }) => [column, after])),
        })),
      ]);
      return async () => {
        const { directory, devices, gateway } = deps.terminals;
        const rows = [...made, ...updated];
        for (const row of rows) devices.changed(directory.put(row));
        await accounts?.committed(rows.map(({ id }) => id));
        for (const { id } of updated) gateway.settingsChanged(id);
      };
    };
  };

/** Reads the rows one after the other; null for one whose code tells nothing. */
function rowReader(
  deps: TransferDeps,
  run: ImportRun,
  kind: TerminalKind,
  known: ReadonlyMap<string, TerminalRow>,
) {
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
    return {
      code,
      name,
      dev_name2,
      org: zoneOf(row, old),
      ao_volume: field('ao_volume', shape.ao_volume.unwrap(), old?.ao_volume ?? VOLUME),
      ai_volume: field('ai_volume', shape.ai_volume.unwrap(), old?.ai_volume ?? VOLUME),
      call_number: field('call_number', shape.call_number.unwrap(), old?.call_number ?? '', ''),
      details: { ...old?.details, ...readSettings(kind, row, report) },
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
