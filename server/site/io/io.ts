import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type IoOwner, ioId } from '../../../contract/entities/terminals/io.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/client.ts';
import { retriedWrites } from '../../platform/db/database.metrics.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { FaultSink } from '../faults/faults.ts';
import type { Terminals } from '../terminals/terminals.ts';
import { usersView } from '../uses/usersView.ts';
import { activeAtStop, createEventLog } from './eventLog.ts';
import { createInputReports, type InputListener, type Note } from './inputReports.ts';
import * as repository from './io.repository.ts';
import { ioRoutes } from './io.routes.ts';
import { createIoService } from './io.service.ts';
import type { IoJournal } from './ioJournal.ts';
import { createLineFaults } from './lineFaults.ts';
import { type LineRow, Lines, lineName } from './lines.ts';
import { createUses, type Uses } from './lineUses.ts';
import { type OutputHolds, type OutputLine, Outputs } from './outputs.ts';
import { TestMode } from './testMode.ts';

/** Called when an output did not switch; `owners`: those that hold it on, none when it should be off. */
export type OutputFailedListener = (line: OutputLine & { name: string }, owners: readonly IoOwner[]) => void;

export interface Io {
  /** Outputs that alarms and GPIO tasks hold on. */
  outputs: OutputHolds;
  /** Switches an output on for a time; the terminal does the timing. */
  pulse: Outputs['pulse'];
  /** Tells if an input is in test mode: its edges start nothing. */
  isTested(terminal: number, input: number): boolean;
  /** Active inputs of a terminal, without those in test mode; for an offline terminal as last reported. */
  activeInputs(terminal: number): number[];
  /**
   * Takes the active inputs of terminals as a relay has heard them last, which has acted on their changes: they are
   * logged, and are no new edges.
   */
  takeInputs(active: Readonly<Record<string, readonly number[]>>): void;
  onInput(listener: InputListener): () => void;
  /** Calls back for outputs that did not switch. */
  onOutputFailed(listener: OutputFailedListener): () => void;
  /** Sets the users of lines, by `ioId`; replaces the previous ones of `source`. */
  setUses: Uses['set'];
  /** Reads manual holds, tests and the last changes again. */
  load(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

export interface IoDeps {
  db: Db;
  log: { error(details: object, message: string): void };
  live: LiveHub;
  metrics: Registry;
  audit: Audit;
  journal: IoJournal;
  terminals: Pick<Terminals, 'gateway' | 'directory' | 'devices'>;
  faults: FaultSink;
  /** True when the rows are those of a snapshot, and nothing can be written. */
  isAway: boolean;
}

/** Inputs and outputs of the site: their state, the wanted outputs, and their owners. */
export async function createIo(deps: IoDeps): Promise<Io> {
  const { db, faults } = deps;
  const { gateway, directory, devices } = deps.terminals;
  const now = () => Date.now();
  const topic = deps.live.topic<LineRow>('io', usersView('used_by', 'used_elsewhere'));
  const active = new Set<number>(await activeAtStop(db));
  const uses = createUses((id) => {
    const row = topic.get(id);
    if (row !== undefined) lines.showLine(row.terminal_id, row.direction, row.number);
  });
  const synced = new Set<number>();
  const failedListeners = new Set<OutputFailedListener>();
  let restoring = true;

  const events = createEventLog({
    ...deps,
    active: () => [...active],
    retried: retriedWrites(deps.metrics, 'inputs'),
  });
  const note: Note = (terminal, direction, number, kind, by) => {
    const known = directory.byId(terminal);
    if (known === undefined) return;
    const at = now();
    lines.recordChange(ioId(terminal, direction, number), at, by);
    const name = lineName(known, direction, number);
    const test = direction === 'input' && tests.isTested(terminal, number);
    events.add({ at, terminal_id: terminal, direction, number, name, kind, by, test });
  };
  if (!deps.isAway) await repository.endTests(db, now());
  const tests = new TestMode(await repository.tests(db), now, (terminal, inputs) => {
    for (const input of inputs) note(terminal, 'input', input, 'test_off', '');
    hearing.testsChanged(terminal, inputs);
    repository
      .endTests(db, now())
      .catch((err) => deps.log.error({ err }, 'ended input tests could not be removed'));
  });
  const outputs = new Outputs({
    send: (terminal, set) => gateway.link(terminal)?.send({ type: 'outputs', set }),
    changed({ terminal_id, output }, what, by) {
      if (what !== 'over' && !restoring) note(terminal_id, 'output', output, what, by);
      lines.showLine(terminal_id, 'output', output);
      lineFaults.checkOutput(terminal_id, output);
    },
    now,
  });
  const lines = new Lines({
    topic,
    terminal: (id) => directory.byId(id),
    isOnline: (id) => devices.get(id)?.online === true,
    testUntil: (terminal, input) => tests.untilOf(terminal, input),
    hasFailed: (terminal, output) => lineFaults.hasFailed(terminal, output),
    wanted: (terminal_id, output) => outputs.wanted({ terminal_id, output }),
    heldAt: (terminal) => outputs.heldAt(terminal),
    usedBy: uses.of,
  });
  const lineFaults = createLineFaults({
    faults,
    terminal: (id) => directory.byId(id),
    isAsWanted(terminal_id, output) {
      if (!synced.has(terminal_id)) return null;
      const is = lines.get(terminal_id, 'output', output)?.active ?? false;
      return is === outputs.wanted({ terminal_id, output }).on;
    },
    failed(terminal, output, has) {
      if (has) {
        note(terminal, 'output', output, 'failed', '');
        const { owners } = outputs.wanted({ terminal_id: terminal, output });
        const known = directory.byId(terminal);
        const name = known === undefined ? '' : lineName(known, 'output', output);
        for (const hear of failedListeners) hear({ terminal_id: terminal, output, name }, owners);
      }
      lines.showLine(terminal, 'output', output);
      // Sent once more, in case the message was lost.
      if (has) outputs.resend(terminal, [output]);
    },
  });
  const hearing = createInputReports({
    directory,
    lines,
    outputs,
    tests,
    faults: lineFaults,
    note,
    active,
    activeChanged: () => events.activeChanged(),
    synced,
  });

  /** Takes over manual holds and the last change of each line. */
  let holds: readonly repository.HoldRow[] = [];
  async function readLines(): Promise<void> {
    const before = holds;
    holds = await repository.holds(db);
    restoring = true;
    for (const { account_id, name } of [...before, ...holds])
      outputs.hold(
        { kind: 'manual', id: account_id, name },
        holds.filter((one) => one.account_id === account_id),
      );
    restoring = false;
    for (const { terminal_id, direction, number, at, by } of await repository.lastChanges(db))
      lines.recordChange(ioId(terminal_id, direction, number), at, by);
    for (const { id } of directory.all()) lines.show(id);
  }
  await readLines();
  const ends = [
    gateway.subscribe({
      online(link) {
        outputs.resend(link.terminalId, outputs.heldAt(link.terminalId));
        lines.show(link.terminalId);
      },
      offline(id) {
        synced.delete(id);
        lines.stale(id);
      },
      status: hearing.status,
      removed(id) {
        synced.delete(id);
        outputs.forget(id);
        tests.forget(id);
        lines.forget(id);
        for (const each of [...active]) if (Math.floor(each / 1000) === id) active.delete(each);
        events.activeChanged();
      },
    }),
    devices.subscribe({
      changed(id) {
        hearing.rewired(id);
        lines.show(id);
      },
    }),
  ];

  const service = createIoService({
    ...deps,
    lines,
    outputs,
    tests,
    note,
    testsChanged: hearing.testsChanged,
    now,
  });
  return {
    outputs,
    pulse: (...pulse) => outputs.pulse(...pulse),
    isTested: (terminal, input) => tests.isTested(terminal, input),
    activeInputs(terminal) {
      const all = [...active].filter((id) => Math.floor(id / 1000) === terminal).map((id) => id % 1000);
      return all.filter((input) => !tests.isTested(terminal, input)).sort((a, b) => a - b);
    },
    takeInputs: hearing.takeInputs,
    onInput: hearing.onInput,
    onOutputFailed(listener) {
      failedListeners.add(listener);
      return () => failedListeners.delete(listener);
    },
    setUses: uses.set,
    async load() {
      tests.take(await repository.tests(db));
      await readLines();
    },
    routes: (app) => ioRoutes(app, service),
    async close() {
      for (const end of ends) end();
      outputs.close();
      tests.close();
      lineFaults.close();
      await events.close();
    },
  };
}
