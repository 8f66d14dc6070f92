import type { z } from 'zod';
import type { KeyPage } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, messageText } from '../../../contract/api/errors.ts';
import { type UpgradeAction, type UpgradeStep, upgradeBatchState } from '../../../contract/codes.ts';
import type {
  Upgrade,
  UpgradeCheck,
  UpgradeQuery,
  UpgradeTerminal,
  upgradeAct,
  upgradeCreate,
} from '../../../contract/entities/terminals/upgrade.ts';
import type { Language } from '../../../contract/language.ts';
import { upgradeBatchResult, upgradeStepResult } from '../../../contract/workflow.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { RevokedKeys } from '../../platform/http/revokedKeys.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { UpgradeFileRow } from './file.repository.ts';
import { type FitnessDeps, isNewerSince, mustBeFit, mustBeNamed, runsNewer, unfitness } from './fitness.ts';
import { kindOfFeature } from './kind.ts';
import * as repository from './upgrade.repository.ts';
import { type UpgradeBatches, waveOf } from './upgradeBatches.ts';

const entity = 'upgrade';
type Create = z.output<typeof upgradeCreate>;
/** Action on a batch. */
type Act = NonNullable<z.output<typeof upgradeAct>> & { id: number; action: UpgradeAction };
type Row = repository.UpgradeRow;
type TerminalRow = repository.UpgradeTerminalRow;

export interface UpgradeServiceDeps extends FitnessDeps {
  db: Db;
  audit: Audit;
  batches: UpgradeBatches;
  directory: Pick<Directory, 'byId'>;
  files: ReadonlyMap<number, UpgradeFileRow>;
  isTrusted(key: string): boolean;
  /** Triggers an immediate check of the batches. */
  checkNow(): void;
}

export interface UpgradeService {
  list(caller: Caller, query: UpgradeQuery): Promise<KeyPage<Upgrade>>;
  get(caller: Caller, id: number): Promise<Upgrade>;
  terminals(caller: Caller, id: number): Promise<UpgradeTerminal[]>;
  check(caller: Caller, lang: Language, body: Pick<Create, 'upgrade_file' | 'terminals'>): UpgradeCheck;
  /** Creates a batch. @throws AppError 404, 409, 999 with the reason why a terminal cannot be upgraded */
  create(caller: Caller, ip: string, body: Create): Promise<Upgrade>;
  /**
   * Performs an action.
   * @throws AppError 403 for a batch that reaches other zones, 409 when the workflow forbids it, or the
   * request was taken back before it arrived
   */
  act(caller: Caller, ip: string, what: Act): Promise<Upgrade>;
}

/** Wave of the terminal at an index. @param waves sizes of the first waves */
function waveAt(place: number, waves: readonly number[]): number {
  let end = 0;
  const found = waves.findIndex((size) => {
    end += size;
    return place < end;
  });
  return (found < 0 ? waves.length : found) + 1;
}

export function createUpgradeService(deps: UpgradeServiceDeps): UpgradeService {
  const { db, audit, batches, directory } = deps;
  const revoked = new RevokedKeys();

  function fileOf(id: number): UpgradeFileRow {
    const file = deps.files.get(id);
    if (file === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
    const { name } = file;
    if (file.build_status !== 'built') throw new AppError(errorCode.conflict, 'upgrade.notReady', { name });
    if (!deps.isTrusted(file.signer_key))
      throw new AppError(errorCode.refused, 'upgrade.untrusted', { name });
    return file;
  }
  /**
   * Finds the terminals.
   * @throws AppError 999 for an empty selection, 404 for one that is not the caller's
   */
  function terminalsOf({ scope }: Caller, ids: readonly number[]): AdoptedTerminal[] {
    if (ids.length === 0)
      throw new AppError(errorCode.refused, 'terminal.selectFirst', { item: 'field.device' });
    return [...new Set(ids)].map((id) => {
      const terminal = directory.byId(id);
      if (terminal === undefined || !inScope(scope, terminal.org))
        throw new AppError(errorCode.notFound, 'terminal.notFound');
      return terminal;
    });
  }

  async function present({ scope }: Pick<Caller, 'scope'>, rows: readonly Row[]): Promise<Upgrade[]> {
    const open = new Map(batches.batches);
    const over = rows.map(({ id }) => id).filter((id) => !open.has(id));
    const counted = await repository.counts(db, scope, over);
    return rows.map((stored) => {
      const batch = open.get(stored.id);
      const { failures: _failures, ...row } = batch?.row ?? stored;
      const counts: Upgrade['counts'] = {};
      const count = (status: UpgradeStep, n: number) => {
        counts[status] = (counts[status] ?? 0) + n;
      };
      // Open batches are newer in memory.
      if (batch === undefined) {
        for (const one of counted) if (one.upgrade === row.id) count(one.status, one.n);
      } else {
        for (const one of batch.terminals.values()) if (inScope(scope, one.row.org)) count(one.row.status, 1);
      }
      return {
        ...row,
        device_type: kindOfFeature(row.feature_code),
        wave: batch === undefined ? row.wave_count : waveOf(batch),
        total: Object.values(counts).reduce((sum, n) => sum + n, 0),
        counts,
      };
    });
  }
  function older(caller: Caller, ids: readonly number[], file: UpgradeFileRow): UpgradeCheck['older'] {
    const count = terminalsOf(caller, ids).filter((one) => runsNewer(one, file)).length;
    return count === 0 ? null : { version: file.version, terminals: count };
  }
  async function seen(caller: Pick<Caller, 'scope'>, id: number): Promise<Row> {
    const row = await repository.one(db, caller.scope, id);
    if (row === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
    return row;
  }
  async function presentOne(caller: Pick<Caller, 'scope'>, row: Row): Promise<Upgrade> {
    const [value] = await present(caller, [row]);
    if (value === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
    return value;
  }

  /** Terminals that an action changes, in their new state. */
  function changed(action: UpgradeAction, wanted: string, rows: readonly TerminalRow[]): TerminalRow[] {
    if (action !== 'retry' && action !== 'cancel') return [];
    return rows.flatMap((row) => {
      const status = upgradeStepResult(row.status, action);
      if (status === null) return [];
      if (action === 'cancel')
        return { ...row, status, reason: null, ended_at: Math.floor(Date.now() / 1000) };
      const { code, name } = row;
      if (deps.isUpgrading(row.terminal_id))
        throw new AppError(errorCode.refused, 'upgrade.busy', { name, code });
      const version = directory.byId(row.terminal_id)?.seen.client_version ?? '';
      if (isNewerSince(wanted, row.from_version, version))
        throw new AppError(errorCode.refused, 'upgrade.older', { name, code, version, wanted });
      return { ...row, status, progress: 0, reason: null, detail: '', began_at: null, ended_at: null };
    });
  }

  return {
    async list(caller, query) {
      const rows = await repository.list(db, caller.scope, query);
      const shown = rows.slice(0, query.limit);
      const next = rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null;
      return { rows: await present(caller, shown), next };
    },
    get: async (caller, id) => presentOne(caller, await seen(caller, id)),
    async terminals(caller, id) {
      await seen(caller, id);
      const held = batches.batches.get(id)?.terminals;
      const rows = await repository.terminalsOf(db, caller.scope, [id]);
      return rows.map((row) => repository.presentTerminal(held?.get(row.id)?.row ?? row));
    },
    check(caller, lang, body) {
      try {
        const file = fileOf(body.upgrade_file);
        const terminals = terminalsOf(caller, body.terminals).flatMap((terminal) => {
          const fault = unfitness(deps, terminal, file);
          return fault === null
            ? []
            : { id: terminal.id, message: messageText(fault.key, lang, fault.params) };
        });
        return { fault: null, terminals, older: older(caller, body.terminals, file) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { fault: messageText(error.key, lang, error.params), terminals: [], older: null };
      }
    },
    async create(caller, ip, body) {
      const row = await batches.exclusive(async () => {
        const file = fileOf(body.upgrade_file);
        const terminals = terminalsOf(caller, body.terminals);
        for (const terminal of terminals) mustBeFit(deps, terminal, file);
        mustBeNamed(terminals, file, body.older_version);
        const { version, feature_code } = file;
        const named = { upgrade_pack_name: file.name, version, feature_code };
        const { waves, failure_limit } = body;
        const made = await db.transaction(async (tx) => {
          const stored = await repository.insert(
            tx,
            {
              ...{
                ...named,
                waves,
                failure_limit,
                upgrade_file: file.id,
                creator: caller.name || caller.code,
              },
              state: upgradeBatchState.running,
              wave_count: waveAt(terminals.length - 1, waves),
            },
            terminals.map(({ id, code, settings, org, seen }, place) => ({
              ...{ terminal_id: id, name: settings.name, code, org, status: 'waiting' as const },
              wave: waveAt(place, waves),
              from_version: seen.client_version,
            })),
          );
          await audit.record(tx, caller, {
            ...{ action: 'create', entity, entity_id: stored.row.id, ip },
            after: { ...named, waves, failure_limit, terminals: terminals.map(({ id }) => id) },
          });
          return stored;
        });
        batches.add(made.row, made.terminals);
        return made.row;
      });
      deps.checkNow();
      return presentOne(caller, row);
    },
    async act(caller, ip, { id, action, ...names }) {
      revoked.remember(caller, names);
      await seen(caller, id);
      const row = await batches.exclusive(async () => {
        await batches.flush();
        if (revoked.has(caller, names)) throw new AppError(errorCode.conflict, 'upgrade.notAllowed');
        const [stored] = [await seen(caller, id)];
        const all = await repository.terminalsOf(db, { all: true }, [id]);
        if (!all.every(({ org }) => inScope(caller.scope, org)))
          throw new AppError(errorCode.forbidden, 'auth.noPermission');
        if (action === 'retry' && stored.upgrade_file !== null) fileOf(stored.upgrade_file);
        const retryable = all.filter(({ status }) => upgradeStepResult(status, 'retry') !== null).length;
        const state = upgradeBatchResult(stored.state, action, retryable);
        if (state === null || (action === 'retry' && stored.upgrade_file === null))
          throw new AppError(errorCode.conflict, 'upgrade.notAllowed');
        const rows = changed(action, stored.version, all);
        const goesOn = action === 'resume' || action === 'retry';
        const after: Row = {
          ...{ ...stored, state },
          paused_by: action === 'pause' ? caller.name || caller.code : goesOn ? null : stored.paused_by,
          failures: goesOn ? 0 : stored.failures,
          ended_at: null,
        };
        await db.transaction(async (tx) => {
          await repository.update(tx, after);
          for (const one of rows) await repository.updateTerminal(tx, one);
          await audit.record(tx, caller, {
            ...{ action, entity, entity_id: id, ip },
            before: { state: stored.state },
            after: { state, terminals: rows.map(({ terminal_id }) => terminal_id) },
          });
        });
        const batch = batches.batches.get(id);
        const changes = new Map(rows.map((one) => [one.id, one]));
        if (batch === undefined) {
          if (batches.isOpen(state))
            batches.add(
              after,
              all.map((one) => changes.get(one.id) ?? one),
            );
          return after;
        }
        for (const held of batch.terminals.values()) {
          const one = changes.get(held.row.id);
          if (one !== undefined) batches.put(held, one, true);
        }
        batches.setBatch(batch, after, true);
        return after;
      });
      deps.checkNow();
      return presentOne(caller, row);
    },
  };
}
