import { AppError, errorCode, messageText } from '../../../contract/api/errors.ts';
import { deviceEntity } from '../../../contract/entities/terminals/device.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Language } from '../../../contract/language.ts';
import { fillTemplate, type TemplateBody, type TemplateItem } from '../../../contract/rules/nameTemplate.ts';
import { issueFault } from '../../../contract/rules/ruleMessage.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Tx } from '../../platform/db/client.ts';
import { oneByOne } from '../../platform/process/inParts.ts';
import { lockMany, type TerminalRow } from '../../site/terminals/terminal.repository.ts';
import * as repository from './transfer.repository.ts';
import type { TransferDeps } from './transfer.types.ts';

const { name: nameRule, call_number: numberRule } = deviceEntity.patch.shape;

/** New name and number of a terminal; `failure` if they are invalid. */
interface Filled {
  row: TerminalRow;
  name: string;
  call_number: string;
  failure: AppError | null;
}

/** Names and numbers many terminals by patterns: a result per terminal; valid ones are stored. */
export function createTemplates(deps: TransferDeps) {
  return async (
    kind: TerminalKind,
    caller: Caller,
    ip: string,
    lang: Language,
    body: TemplateBody,
  ): Promise<TemplateItem[]> => {
    const { filled, updated } = await deps.db.transaction(async (tx) => {
      const filled = await fillAll(tx, kind, caller, body);
      const done = filled.filter(
        ({ row, name, call_number, failure }) =>
          failure === null && (name !== row.name || call_number !== row.call_number),
      );
      if (body.dry_run) return { filled, updated: [] };
      const updated = await repository.updateTerminals(
        tx,
        done.map(({ row, name, call_number }) => {
          const { id, dev_name2, org, ao_volume, ai_volume, details, foreign_secret } = row;
          const kept = { id, dev_name2, org, ao_volume, ai_volume, details, foreign_secret };
          return { ...kept, name, call_number };
        }),
      );
      await deps.audit.record(
        tx,
        caller,
        done.map(({ row, name, call_number }) => ({
          action: 'edit',
          entity: kind,
          entity_id: row.id,
          ip,
          before: { name: row.name, call_number: row.call_number },
          after: { name, call_number },
        })),
      );
      return { filled, updated };
    });
    const { directory, devices, gateway } = deps.terminals;
    const held = updated.map((row) => directory.put(row));
    for await (const terminal of oneByOne(held)) {
      if (directory.byId(terminal.id) !== terminal) continue;
      devices.changed(terminal);
      gateway.settingsChanged(terminal.id);
    }
    const byId = new Map(filled.map((one) => [one.row.id, one]));
    return [...new Set(body.ids)].map((id) => itemOf(id, byId.get(id), lang));
  };

  async function fillAll(tx: Tx, kind: TerminalKind, caller: Caller, body: TemplateBody): Promise<Filled[]> {
    const rows = new Map(
      (await lockMany(tx, caller.scope, kind, body.ids, 'no key update')).map((row) => [row.id, row]),
    );
    const counters = new Map<number | null, number>();
    const filled: Filled[] = [];
    for (const id of new Set(body.ids)) {
      const row = rows.get(id);
      if (row === undefined) continue;
      const counted = body.per_zone ? row.org : null;
      const n = counters.get(counted) ?? body.start;
      counters.set(counted, n + 1);
      filled.push(fillOne(row, n, body));
    }
    await refuseTaken(tx, filled);
    return filled;
  }

  function fillOne(row: TerminalRow, n: number, body: TemplateBody): Filled {
    const zone = row.org === null ? undefined : deps.zones.get(row.org);
    const values = { n, zone: zone?.name ?? '', zone_code: zone?.code ?? '', code: row.code, name: row.name };
    const name = body.name === undefined ? row.name : fillTemplate(body.name, values);
    const call_number =
      body.call_number === undefined ? row.call_number : fillTemplate(body.call_number, values);
    const wrong = nameRule.safeParse(name).error ?? numberRule.safeParse(call_number).error;
    const [issue] = wrong?.issues ?? [];
    if (issue === undefined) return { row, name, call_number, failure: null };
    const { key, params } = issueFault(issue);
    return { row, name, call_number, failure: new AppError(errorCode.badRequest, key, params) };
  }
}

/**
 * Refuses duplicate numbers. A terminal that fails keeps its old number, which may conflict with others, so
 * the check repeats until nothing changes.
 */
async function refuseTaken(tx: Tx, filled: readonly Filled[]): Promise<void> {
  const ids = new Set(filled.map((one) => one.row.id));
  const wanted = filled.map((one) => one.call_number).filter((number) => number !== '');
  const holders = await repository.callNumbers(tx, wanted);
  const outside = holders.filter(({ id }) => !ids.has(id)).map(({ value }) => value);
  const isNew = ({ row, call_number, failure }: Filled) =>
    failure === null && call_number !== '' && call_number !== row.call_number;
  for (let again = true; again; ) {
    again = false;
    const held = new Set(outside);
    for (const one of filled) if (!isNew(one)) held.add(one.row.call_number);
    for (const one of filled.filter(isNew)) {
      const value = one.call_number;
      if (held.has(value)) {
        one.failure = new AppError(errorCode.conflict, 'common.duplicate', { value });
        again = true;
      } else held.add(value);
    }
  }
}

function itemOf(id: number, one: Filled | undefined, lang: Language): TemplateItem {
  const failure = one === undefined ? new AppError(errorCode.notFound, 'terminal.notFound') : one.failure;
  return {
    id,
    ok: failure === null,
    code: failure?.code ?? 200,
    message: messageText(failure?.key ?? 'common.success', lang, failure?.params),
    name: one?.name ?? '',
    call_number: one?.call_number ?? '',
  };
}
