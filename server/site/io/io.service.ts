import type { BatchItemResult } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, messageText } from '../../../contract/api/errors.ts';
import {
  type IoEventQuery,
  ioId,
  type SwitchOutputs,
  type TestInputs,
} from '../../../contract/entities/terminals/io.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { Language } from '../../../contract/language.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { AdoptedTerminal } from '../terminals/directory.ts';
import type { Terminals } from '../terminals/terminals.ts';
import type { Note } from './inputReports.ts';
import * as repository from './io.repository.ts';
import type { IoJournal } from './ioJournal.ts';
import type { Lines } from './lines.ts';
import type { OutputLine, Outputs } from './outputs.ts';
import type { TestMode } from './testMode.ts';

export interface IoServiceDeps {
  db: Db;
  audit: Audit;
  journal: IoJournal;
  terminals: Pick<Terminals, 'gateway' | 'directory'>;
  lines: Lines;
  outputs: Outputs;
  tests: TestMode;
  note: Note;
  testsChanged(terminal: number, inputs: readonly number[]): void;
  /** Epoch ms. */
  now(): number;
}
export interface By {
  caller: Caller;
  ip: string;
  lang: Language;
}

/** Actions of persons on inputs and outputs: pulses, holds and test mode. */
export function createIoService(deps: IoServiceDeps) {
  const { db, audit, outputs, tests } = deps;
  const { directory, gateway } = deps.terminals;

  /** @throws AppError 404 for anything but a fire terminal within the caller's zones */
  function fireTerminal({ caller }: By, id: number): AdoptedTerminal {
    const terminal = directory.byId(id);
    if (terminal?.kind !== 'fire_control_device' || !inScope(caller.scope, terminal.org))
      throw new AppError(errorCode.notFound, 'terminal.notFound');
    return terminal;
  }

  /** @throws AppError for an action that this output does not allow */
  function check(by: By, { terminal_id, output }: OutputLine, action: SwitchOutputs['action']): void {
    const { row } = fireTerminal(by, terminal_id);
    const params = { name: row.dev_name2 || row.name, code: row.code };
    if (action === 'pulse' && gateway.link(terminal_id) === undefined)
      throw new AppError(errorCode.refused, 'terminal.offline', params);
    if (action !== 'off') return;
    const holder = outputs.wanted({ terminal_id, output }).owners.find(({ kind }) => kind !== 'manual');
    if (holder !== undefined)
      throw new AppError(errorCode.refused, 'alarm.outputHeld', { name: holder.name });
  }

  function result(id: number, lang: Language, refusal: AppError | null): BatchItemResult {
    if (refusal === null) return { id, ok: true, code: 200, message: messageText('common.success', lang) };
    const { code, key, params } = refusal;
    return { id, ok: false, code, message: messageText(key, lang, params) };
  }

  function holdChanges(
    caller: Caller,
    action: SwitchOutputs['action'],
    lines: readonly OutputLine[],
  ): repository.HoldChange[] {
    if (action === 'pulse') return [];
    if (action === 'off') return [{ release: lines }];
    const owner = { account_id: caller.accountId, name: caller.name };
    return [{ hold: lines.map((line) => ({ ...line, ...owner })) }];
  }

  /** Writes to the journal, since the outputs have switched. */
  async function store({ caller, ip }: By, lines: readonly OutputLine[], body: SwitchOutputs): Promise<void> {
    const { action, pulse_ms } = body;
    const { accountId, code } = caller;
    const at = deps.now();
    deps.journal.add('site', {
      holds: holdChanges(caller, action, lines),
      audit: [...Map.groupBy(lines, (line) => line.terminal_id)].map(([id, of]) => ({
        actor: { accountId, code },
        entry: {
          at,
          action: `output_${action}`,
          entity: 'fire_control_device',
          entity_id: id,
          ip,
          after: { outputs: of.map((line) => line.output), ...(action === 'pulse' ? { pulse_ms } : {}) },
        },
      })),
    });
    await deps.journal.safe('site');
  }

  return {
    /** Pulses, holds or releases each of these outputs; returns the results by `ioId`. */
    async switchOutputs(by: By, body: SwitchOutputs): Promise<BatchItemResult[]> {
      const { action, pulse_ms } = body;
      const { accountId, name } = by.caller;
      const all = new Map(body.outputs.map((line) => [ioId(line.terminal_id, 'output', line.output), line]));
      const refusals = new Map<number, AppError>();
      for (const [id, line] of all) {
        try {
          check(by, line, action);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refusals.set(id, error);
        }
      }
      const lines = [...all].flatMap(([id, line]) => (refusals.has(id) ? [] : [line]));
      for (const line of lines) {
        if (action === 'pulse') outputs.pulse(line, pulse_ms, name);
        else {
          outputs.letGo(line, name);
          if (action === 'hold') outputs.add({ kind: 'manual', id: accountId, name }, line);
        }
      }
      if (lines.length > 0) await store(by, lines, body);
      return [...all.keys()].map((id) => result(id, by.lang, refusals.get(id) ?? null));
    },
    /** Starts or ends the test mode of inputs of a fire terminal. @throws AppError 404 */
    async test(by: By, body: TestInputs): Promise<BatchItemResult[]> {
      const { terminal_id, on, minutes } = body;
      const terminal = fireTerminal(by, terminal_id);
      const { inputs } = settingsOf('fire_control_device', terminal.row.details);
      const there = new Set([
        ...deps.lines.numbers(terminal_id, 'input'),
        ...inputs.map((_, i) => i + 1),
        ...tests.inputsOf(terminal_id),
      ]);
      const requested = [...new Set(body.input_nums ?? there)];
      const known = requested.filter((input) => there.has(input));
      const until = deps.now() + minutes * 60_000;
      const { name } = by.caller;
      await db.transaction(async (tx) => {
        if (on)
          await repository.putTests(
            tx,
            known.map((input) => ({ terminal_id, input, until, name })),
          );
        else await repository.dropTests(tx, terminal_id, known);
        await audit.record(tx, by.caller, {
          action: on ? 'test_on' : 'test_off',
          entity: 'fire_control_device',
          entity_id: terminal_id,
          ip: by.ip,
          after: { input_nums: known, ...(on ? { minutes } : {}) },
        });
      });
      const before = new Map(known.map((input) => [input, tests.isTested(terminal_id, input)]));
      if (on)
        tests.begin(
          terminal_id,
          known.map((input) => ({ input, until, name })),
        );
      else tests.end(terminal_id, known);
      const changed = known.filter((input) => before.get(input) !== on);
      for (const input of changed) deps.note(terminal_id, 'input', input, on ? 'test_on' : 'test_off', name);
      deps.testsChanged(terminal_id, changed);
      return requested.map((input) =>
        result(
          ioId(terminal_id, 'input', input),
          by.lang,
          there.has(input) ? null : new AppError(errorCode.notFound, 'alarm.noSuchInput', { input }),
        ),
      );
    },
    events: (by: By, query: IoEventQuery) => repository.events(db, by.caller.scope, query),
  };
}
export type IoService = ReturnType<typeof createIoService>;
