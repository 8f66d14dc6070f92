import { createHash } from 'node:crypto';
import { taskWeight } from '../../../contract/codes.ts';
import type { RelayIds } from '../../site/relays/relay.table.ts';
import type { RelayLink } from '../../site/relays/relays.types.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { AlarmsAtRelays } from '../emergency/emergency.types.ts';
import { tasksOfPlan } from '../emergency/plans/alarmConfiguration.ts';
import type { AlarmPlanRow } from '../emergency/plans/plan.repository.ts';
import type { TaskWeights } from '../engine/rank.ts';
import type { GpioTaskRow } from '../gpio/gpioTask.repository.ts';
import type { OfflineTask, Rules } from '../offline/offlineManifest.ts';
import type { OfflineTasks } from '../offline/offlineTasks.ts';
import type { ProgrammeDigests } from '../offline/programmeDigests.ts';
import type { Reaches } from '../schedule/reach.ts';
import type { SitePeople } from './sitePeople.ts';
import type { SiteLinkage, SitePlan, SiteSound, SiteTask } from './sitePlan.types.ts';
import { membersOf, quickCodesAt, type SiteQuickCodesDeps } from './siteQuickCodes.ts';
import { type SiteStationsDeps, stationsAt, zonesAt } from './siteStations.ts';

/** Limit of the runs of one plan; later ones come with a later plan. */
const MAX_RUNS = 5_000;

export interface SitePlanDeps extends SiteStationsDeps, SiteQuickCodesDeps {
  directory: Pick<Directory, 'all'>;
  alarms: Pick<AlarmsAtRelays, 'configuration' | 'prepared' | 'reach'>;
  hashes: Pick<ProgrammeDigests, 'of'>;
  people: SitePeople;
  gpioTasks(): Iterable<GpioTaskRow>;
  schedule: Pick<OfflineTasks, 'fingerprint' | 'read'>;
  reaches: Pick<Reaches, 'recent'>;
  siteName(): string;
  rules(): Rules;
  aloneS(): number;
}

/** Plan that a relay stores, with an id of its content. */
export interface MadePlan {
  revision: string;
  plan: SitePlan;
}

/** Weights alone: the configuration has further fields. */
const weightsOf = (all: TaskWeights) =>
  Object.fromEntries(Object.values(taskWeight).map((name) => [name, all[name]])) as TaskWeights;

/** Creates the functions that work out what a relay of a zone stores. */
export function createSitePlans(deps: SitePlanDeps) {
  const { directory, zones, hashes } = deps;
  const { configuration, prepared, reach } = deps.alarms;

  const terminalsOf = (org: number) => {
    const zone = zones.subtree([org]);
    return [...directory.all()].filter(
      (one) => one.org !== null && zone.has(one.org) && one.secret_hash !== '',
    );
  };

  async function soundOf(item: BroadcastItem | null): Promise<SiteSound | null> {
    if (item === null) return null;
    try {
      const { id, bytes } = await hashes.of(item.path);
      const { name, duration_ms, part } = item;
      return { id, bytes, name, duration_ms, ...(part === undefined ? {} : { part }) };
    } catch {
      // Deleted or made anew meanwhile: the next plan has it.
      return null;
    }
  }

  async function linkagesAt(here: ReadonlySet<number>): Promise<SiteLinkage[]> {
    const found: SiteLinkage[] = [];
    for (const task of configuration.tasks.values()) {
      const terminals = reach(task).flatMap(({ id }) => (here.has(id) ? [id] : []));
      const round = await soundOf(prepared.of(task.id).round);
      found.push({ row: { ...task, frozen: null }, terminals, round });
    }
    return found;
  }

  function tasksAt(tasks: readonly OfflineTask[], here: ReadonlySet<number>): SiteTask[] {
    let left = MAX_RUNS;
    return tasks.flatMap(({ task, items, runs, exam = false }): SiteTask[] => {
      const terminals = deps.reaches.recent
        .of(task)
        .terminals.flatMap(({ id }) => (here.has(id) ? [id] : []));
      if (terminals.length === 0) return [];
      const kept = runs.slice(0, left);
      left -= kept.length;
      const sounds = items.map(({ id, bytes, name, duration_ms, part }) => ({
        ...{ id, bytes, name, duration_ms },
        ...(part === undefined ? {} : { part }),
      }));
      return [{ row: task, terminals, items: sounds, runs: kept, isExam: exam }];
    });
  }

  /** GPIO tasks that alarms of these plans or inputs here run, with their outputs and their tasks here. */
  function gpioAt(
    plans: readonly AlarmPlanRow[],
    here: ReadonlySet<number>,
    tasks: ReadonlySet<number>,
  ): GpioTaskRow[] {
    const used = new Set(plans.flatMap(({ gpio_set_task_ids }) => gpio_set_task_ids));
    return [...deps.gpioTasks()].flatMap((task) => {
      const outputs = task.outputs.filter(({ fire_control_device }) => here.has(fire_control_device));
      const scheduled_task = tasks.has(task.scheduled_task ?? 0) ? task.scheduled_task : null;
      const isOfInputs = task.gpio_type === 'ordinary' && here.has(task.fire_control_device ?? 0);
      const acts = outputs.length > 0 || scheduled_task !== null;
      return acts && (used.has(task.id) || isOfInputs) ? [{ ...task, outputs, scheduled_task }] : [];
    });
  }

  return {
    /** Key that changes when the plan of the zone may have changed. */
    fingerprint({ org, people }: Pick<RelayLink, 'org' | 'people'>): string {
      const { weights, voiceMix } = deps.rules();
      return [
        deps.schedule.fingerprint(),
        deps.siteName(),
        JSON.stringify(people),
        deps.people.fingerprint(),
        JSON.stringify([weightsOf(weights), voiceMix, deps.aloneS()]),
        JSON.stringify([zonesAt(deps, org), stationsAt(deps, org, terminalsOf(org))]),
        ...terminalsOf(org).map(({ id, row }) => `${id} ${row.rev}`),
        ...[...deps.gpioTasks()].map(({ id, rev }) => `gpio ${id} ${rev}`),
        ...[...deps.quickCodes()].map((code) => `code ${code.id} ${code.rev} ${membersOf(deps, code)}`),
        ...[...configuration.plans.values()].map(({ id, rev }) => `plan ${id} ${rev}`),
        ...[...configuration.tasks.values()].map(
          (task) => `${task.id} ${task.rev} ${prepared.of(task.id).round?.path} ${reach(task).length}`,
        ),
      ].join('\n');
    },
    async make({ org, people }: Pick<RelayLink, 'org' | 'people'>, ids: RelayIds): Promise<MadePlan> {
      const terminals = terminalsOf(org);
      const here = new Set(terminals.map(({ id }) => id));
      const all = await linkagesAt(here);
      const reached = new Set(all.flatMap(({ row, terminals: own }) => (own.length > 0 ? [row.id] : [])));
      const plans = [...configuration.plans.values()].filter(
        (plan) =>
          here.has(plan.fire_control_device ?? 0) || tasksOfPlan(plan).some((task) => reached.has(task)),
      );
      const used = new Set(plans.flatMap(tasksOfPlan));
      const tasks = tasksAt((await deps.schedule.read()).tasks, here);
      const { weights, voiceMix } = deps.rules();
      const plan: SitePlan = {
        site: deps.siteName(),
        ids,
        // A relay does not reach loudspeakers of other makes.
        terminals: terminals.map(({ row }) => ({ ...row, foreign_secret: null })),
        plans,
        linkages: all.filter(({ row }) => used.has(row.id)),
        gpio: gpioAt(plans, here, new Set(tasks.map(({ row }) => row.id))),
        zones: zonesAt(deps, org),
        stations: stationsAt(deps, org, terminals),
        quickCodes: quickCodesAt(deps, zones.subtree([org]), here, tasks),
        people: await deps.people.of(people.accounts, org),
        offlineDays: people.offline_days,
        fallback: await soundOf(prepared.fallback),
        tasks,
        weights: weightsOf(weights),
        voiceMix,
        aloneS: deps.aloneS(),
      };
      const revision = createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 16);
      return { revision, plan };
    },
  };
}
export type SitePlans = ReturnType<typeof createSitePlans>;
