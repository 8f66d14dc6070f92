import type { BatchResult } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalPresence } from '../../../contract/entities/terminals/terminal.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Language } from '../../../contract/language.ts';
import { isCustomDeviceName } from '../../../contract/rules/ruleChecks.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import { type CrudHooks, crudService } from '../../platform/crud/crud.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import type { CasterAccounts } from '../casters/casterAccounts.ts';
import type { AlarmUse } from '../uses/alarmUse.ts';
import type { FileGroupCheck } from '../uses/fileGroups.ts';
import type { UseRegistry } from '../uses/registry.ts';
import { lostTargets } from '../uses/targetUses.ts';
import { mustBeUnused, usersIn } from '../uses/used.ts';
import { targetZone } from '../zones/targetZone.ts';
import type { Zones } from '../zones/zones.ts';
import { createBatchCommands, notFound, resultsOf } from './batchCommands.ts';
import { casterView } from './casterView.ts';
import type { Devices } from './devicesApi.ts';
import type { Directory } from './directory.ts';
import type { Gateway } from './gateway/terminals.types.ts';
import { createRemoteRequests } from './remote/remoteRequests.ts';
import * as repository from './terminal.repository.ts';

export interface TerminalServiceDeps {
  db: Db;
  audit: Audit;
  zones: Zones;
  gateway: Gateway;
  directory: Directory;
  devices: Devices;
  casters: CasterAccounts;
  alarmUse: AlarmUse;
  uses: UseRegistry;
  fileGroups: FileGroupCheck;
  hashing: Pick<Hashing, 'hash'>;
  secretBox: Pick<SecretBox, 'seal'>;
}

/** Presence of a row whose terminal is just being removed. */
const absent: TerminalPresence = { online: false, since: null, last_seen_at: null };
const badAlias = { path: 'dev_name2', key: 'rules.deviceName', params: {} } as const;

/** Behaviour of a kind beyond the common fields. */
export type TerminalHooks = Pick<
  CrudHooks<repository.TerminalRow>,
  'ahead' | 'beforeCreate' | 'beforePatch' | 'stored' | 'beforeRemove' | 'committed'
>;

/**
 * Creates the service of the adopted terminals of one kind: reading, changing and removing one or many; every
 * change is sent to the terminal immediately.
 */
export function createTerminalService(
  deps: TerminalServiceDeps,
  kind: TerminalKind,
  hooks: TerminalHooks = {},
) {
  const { directory, devices, gateway } = deps;

  function committed(before: repository.TerminalRow | null, after: repository.TerminalRow | null) {
    if (after !== null) {
      const terminal = directory.put(after);
      devices.changed(terminal);
      gateway.settingsChanged(after.id);
    } else if (before !== null) {
      const terminal = directory.remove(before.id);
      devices.removed(before.id);
      if (terminal !== undefined) gateway.removed(terminal);
    }
    return hooks.committed?.(before, after);
  }

  const one = crudService<repository.TerminalRow>(
    deps,
    terminalKinds[kind].entity,
    repository.terminalsOf(kind),
    {
      ...hooks,
      async beforePatch(tx, caller, row, patched, ahead) {
        const values = (await hooks.beforePatch?.(tx, caller, row, patched, ahead)) ?? patched;
        const name = (values.name as string | undefined) ?? row.name;
        const alias = values.dev_name2 as string | undefined;
        // An empty alias removes it.
        if (alias !== undefined && alias !== '' && !isCustomDeviceName(alias, name))
          throw new AppError(errorCode.badRequest, 'rules.deviceName', {}, { fields: [badAlias] });
        if (!('org' in values)) return values;
        return { ...values, org: targetZone(deps.zones, caller.scope, values.org as number | null) };
      },
      async beforeRemove(tx, caller, row) {
        const kept = new Map<number, AppError>();
        await free(tx, caller, [row], kept);
        for (const error of kept.values()) throw error;
        await hooks.beforeRemove?.(tx, caller, row);
      },
      lostWith: async (tx, row) => lostTargets(await deps.uses.find(tx, 'target_terminal', [row.id]), row.id),
      committed,
    },
  );

  /** Selects the rows that nothing uses; errors of the others go to `kept`. */
  async function free(
    tx: Tx,
    { scope }: Caller,
    rows: readonly repository.TerminalRow[],
    kept: Map<number, AppError>,
  ) {
    const ids = rows.map(({ id }) => id);
    const users = Map.groupBy(await deps.uses.find(tx, 'terminal', ids), ({ id }) => id);
    for (const row of rows) {
      const own = usersIn(users.get(row.id) ?? [], row.id);
      const error = await refusal(async () => mustBeUnused(scope, row.dev_name2 || row.name, own));
      if (error !== null) kept.set(row.id, error);
    }
    return rows.filter(({ id }) => !kept.has(id));
  }

  /** Changes, or with null removes, many in one transaction. */
  async function changeMany(
    caller: Caller,
    ip: string,
    ids: readonly number[],
    values: Partial<repository.NewTerminal> | null,
    lang: Language,
  ): Promise<BatchResult> {
    const kept = new Map<number, AppError>();
    const [before, after] = await deps.db.transaction(async (tx) => {
      const strength = values === null ? 'update' : 'no key update';
      const locked = await repository.lockMany(tx, caller.scope, kind, ids, strength);
      if (values === null)
        for (const row of await free(tx, caller, locked, kept)) {
          const error = await refusal(() => hooks.beforeRemove?.(tx, caller, row));
          if (error !== null) kept.set(row.id, error);
        }
      const rows = locked.filter((row) => !kept.has(row.id));
      const found = rows.map((row) => row.id);
      if (found.length === 0) return [rows, []];
      const targets = values === null ? await deps.uses.find(tx, 'target_terminal', found) : [];
      const changed = values === null ? [] : await repository.updateMany(tx, found, values);
      if (values === null) await repository.removeMany(tx, found);
      await deps.audit.record(
        tx,
        caller,
        rows.map((row) => ({
          action: values === null ? 'delete' : 'edit',
          entity: kind,
          entity_id: row.id,
          ip,
          before:
            values === null ? { ...row, ...lostTargets(targets, row.id) } : pick(row, Object.keys(values)),
          ...(values === null ? {} : { after: values }),
        })),
      );
      return [rows, changed];
    });
    if (values === null) for (const row of before) await committed(row, null);
    for (const row of after) await committed(null, row);
    const done = new Set(before.map((row) => row.id));
    return resultsOf(ids, lang, (id) => (done.has(id) ? null : (kept.get(id) ?? notFound())));
  }

  /** Stores a volume that was changed at the terminal itself. */
  async function volumeAtTerminal(id: number, ao_volume: number): Promise<void> {
    const terminal = directory.byId(id);
    if (terminal === undefined || terminal.row.ao_volume === ao_volume) return;
    const { code, ao_volume: before } = terminal.row;
    const ip = gateway.link(id)?.address ?? '';
    const rows = await deps.db.transaction(async (tx) => {
      const actor = { accountId: null, code };
      const entry = { action: 'edit', entity: kind, entity_id: id, ip };
      await deps.audit.record(tx, actor, { ...entry, before: { ao_volume: before }, after: { ao_volume } });
      return repository.updateMany(tx, [id], { ao_volume });
    });
    for (const row of rows) await committed(null, row);
  }

  /** Converts a row for a caller, with the fields of the kind's tables. */
  const present = (row: repository.TerminalRow, { scope }: Pick<Caller, 'scope'>) => {
    const state = devices.get(row.id);
    const presence = state?.there(Math.floor(Date.now() / 1000)) ?? absent;
    const whole = { ...state?.related, ...row, presence };
    return kind === 'caster' ? casterView(whole, scope) : whole;
  };

  return {
    one,
    present,
    changeMany,
    ...createBatchCommands(deps, kind),
    ask: createRemoteRequests(deps, kind),
    volumeAtTerminal,
  };
}
export type TerminalService = ReturnType<typeof createTerminalService>;

/** Returns the AppError of a check; null: none. */
async function refusal(check: () => Promise<void> | undefined): Promise<AppError | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error;
  }
}

function pick(row: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, row[key]]));
}
