import { AppError, type MessageKey, type MessageParams } from '../../../contract/api/errors.ts';
import type { QuickOutcome } from '../../../contract/entities/tasks/quickCode.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { CasterAccounts } from '../../site/casters/casterAccounts.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { DialledTask } from '../schedule/dialledTask.ts';
import type { Reached } from '../schedule/reach.ts';
import type { TaskRow } from '../schedule/schedule.repository.ts';
import type { Talking } from '../talk/talk.ts';
import type { QuickCodeRow } from './quickCode.repository.ts';

export interface QuickRunDeps {
  directory: Pick<Directory, 'byId'>;
  casters: Pick<CasterAccounts, 'reach'>;
  schedule: {
    index: {
      tasks: { get(id: number): TaskRow | undefined };
      reaches: { recent: { of(task: TaskRow): Pick<Reached, 'org' | 'terminals'> } };
    };
    dialled: DialledTask;
  };
  talking: { stations: Pick<Talking['stations'], 'page'> };
  log: { error(details: object, message: string): void };
}

/** Result of a dialling. `key`: message for the station; a page has sent its own already. */
export interface QuickResult {
  outcome: QuickOutcome;
  key?: MessageKey;
  params?: MessageParams;
}

/** Debounce: minimum time between two runs of the same code, ms. */
const DEBOUNCE_MS = 1_000;

const outside = (name: string): QuickResult => ({
  outcome: 'denied',
  key: 'call.codeOutside',
  params: { name },
});

/** Runs quick codes of tasks and pages, within the zones that the station may reach. */
export function createQuickRun(deps: QuickRunDeps) {
  const { schedule, directory } = deps;
  /** Ends of debounce by code, monotonic ms; infinite while it runs. */
  const held = new Map<number, number>();

  async function task(code: QuickCodeRow, station: AdoptedTerminal): Promise<QuickResult> {
    const found = schedule.index.tasks.get(code.scheduled_task ?? 0);
    if (found === undefined) return { outcome: 'failed', key: 'broadcast.taskNotFound' };
    const scope = deps.casters.reach(station.id, station.org);
    const { org, terminals } = schedule.index.reaches.recent.of(found);
    const isWithin = (id: number | null) => scope.all === true || (id !== null && inScope(scope, id));
    if (![...org, ...terminals.map((one) => one.org)].every(isWithin)) return outside(found.name);
    const by = { code: station.code, name: station.settings.name };
    const done = await schedule.dialled(found, by, code.again);
    const params = { name: found.name };
    if (done === 'behind') return { outcome: 'started', key: 'call.startedBehind', params };
    if (done === 'waits') return { outcome: 'started', key: 'call.startedWaiting', params };
    return { outcome: done, key: `call.end.${done}`, params };
  }

  function page(code: QuickCodeRow, station: AdoptedTerminal, link: TerminalLink): QuickResult {
    const { orgs, groups, devices } = code;
    const scope = deps.casters.reach(station.id, station.org);
    const zones = [...orgs, ...devices.flatMap((id) => directory.byId(id)?.org ?? [])];
    if (!zones.every((id) => inScope(scope, id))) return outside(code.name);
    const granted = deps.talking.stations.page(link, { all: false, orgs, groups, devices });
    return { outcome: granted ? 'page' : 'failed' };
  }

  return async (code: QuickCodeRow, station: AdoptedTerminal, link: TerminalLink): Promise<QuickResult> => {
    if ((held.get(code.id) ?? 0) > performance.now())
      return { outcome: 'too_fast', key: 'call.end.too_fast' };
    held.set(code.id, Number.POSITIVE_INFINITY);
    try {
      return await (code.action === 'task' ? task(code, station) : page(code, station, link));
    } catch (error) {
      if (error instanceof AppError) return { outcome: 'failed', key: error.key, params: error.params };
      deps.log.error({ err: error, code: code.code }, 'a quick code could not be executed');
      return { outcome: 'failed', key: 'common.serverBusy' };
    } finally {
      held.set(code.id, performance.now() + DEBOUNCE_MS);
    }
  };
}
