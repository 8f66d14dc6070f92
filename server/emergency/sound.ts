import { randomInt } from 'node:crypto';
import { alarmState, audioSource, loopMode, playOrder, taskType } from '../../contract/codes.ts';
import type { Engine } from '../broadcast/engineApi.ts';
import type { BroadcastRow, EndReason } from '../broadcast/runningBroadcast.ts';
import { openSilence } from '../broadcast/silence.ts';
import { liveTimeline } from '../broadcast/timeline.ts';
import type { BroadcastItem } from '../db/schema.ts';
import type { Control } from '../schedule/control.ts';
import type { AdoptedTerminal, Directory } from '../terminals/directory.ts';
import type { LinkageTaskRow } from './emergency.repository.ts';
import type { Ids } from './ids.repository.ts';
import type { Journal } from './journal.ts';
import type { Prepared } from './prepared.ts';
import type { RunningAlarm, Slot } from './runningAlarm.ts';

export interface SoundDeps {
  engine: Pick<Engine, 'get' | 'start' | 'prepare' | 'finish' | 'pause' | 'resume' | 'handOver'>;
  directory: Pick<Directory, 'byId'>;
  ids: Ids;
  journal: Journal;
  prepared: Prepared;
  control: Control;
  /** The terminals that a linkage task reaches now. */
  reach(task: LinkageTaskRow): readonly AdoptedTerminal[];
  tasks: ReadonlyMap<number, LinkageTaskRow>;
  /** Asks the terminals of a silent drill what they would play. */
  ask(alarm: RunningAlarm, slot: Slot): void;
  /** A message could not be played. */
  onFailed(alarm: RunningAlarm, slot: Slot, reason: string): void;
  /** Wall time, ms. */
  wall(): number;
  log: { error(details: object, message: string): void };
}

/** What alarms play: a broadcast for each linkage task of each step that was reached. */
export interface Sound {
  /** The slots of a step, not playing yet. */
  slotsOf(alarm: RunningAlarm, step: number): Slot[];
  /** Plays what should play and does not: the step that was just reached, or what has failed or is missing. */
  settle(alarm: RunningAlarm): void;
  /** What a restart may have cut in two: terminals of later steps leave what earlier ones play. */
  handOver(alarm: RunningAlarm): void;
  /** Ends all that plays. */
  end(alarm: RunningAlarm): void;
  silence(alarm: RunningAlarm): void;
  unsilence(alarm: RunningAlarm): void;
}

export function createSound(deps: SoundDeps): Sound {
  const { engine, journal, prepared } = deps;
  const isWanted = (alarm: RunningAlarm, slot: Slot) =>
    alarm.row.state === alarmState.alarming && alarm.slots.includes(slot);

  function slotsOf(alarm: RunningAlarm, step: number): Slot[] {
    const { plan, row } = alarm;
    const ids = step === 0 ? plan.linkage_task_ids : (plan.steps[step - 1]?.linkage_task_ids ?? []);
    const chosen = row.drill === 'chosen' ? new Set(row.drill_targets) : null;
    return ids.flatMap((id) => {
      const task = deps.tasks.get(id);
      if (task === undefined) return [];
      const targets = new Map(
        deps
          .reach(task)
          .filter((terminal) => chosen === null || chosen.has(terminal.id))
          .map((terminal) => [terminal.id, terminal.org]),
      );
      const slot: Slot = {
        step,
        task,
        targets,
        broadcast: null,
        busy: false,
        failed: false,
        done: false,
        confirmed: new Map(),
      };
      return [slot];
    });
  }

  function rowOf(alarm: RunningAlarm, { task }: Slot, id: number, items: BroadcastItem[]): BroadcastRow {
    const now = deps.wall();
    return {
      id,
      task_id: null,
      alarm_id: alarm.id,
      linkage_task_id: task.id,
      due_at: null,
      task_type: taskType.alarm,
      name: `${alarm.row.plan_name} · ${task.name}`,
      audio_source: items.length === 0 ? audioSource.none : task.audio_source,
      priority: alarm.row.priority,
      volume: task.volume,
      play_order: playOrder.sequential,
      loop: loopMode.listLoop,
      interval_ms: Math.round(task.interval_time * 1000),
      resume_policy: 'live',
      seed: randomInt(2 ** 31),
      items,
      text_content: null,
      stream: null,
      asked: null,
      state: 'playing',
      position_ms: 0,
      anchor_at: now,
      limit_ms: null,
      programme_ms: null,
      operator_code: '',
      device_code: alarm.row.device_code,
      capturer_code: '',
      capturer_channel: null,
      gpio_code: '',
      error: null,
      started_by: null,
      started_at: Math.floor(now / 1000),
      ended_at: null,
      end_reason: null,
      rev: 1,
    };
  }

  /** One round of a slot; without its message the tone stands in for it, and without that silence keeps the terminals. */
  function itemsOf(alarm: RunningAlarm, slot: Slot): BroadcastItem[] {
    if (slot.task.audio_source === audioSource.none) return [];
    const sound = prepared.of(slot.task.id);
    if (sound.missing !== null && !slot.failed) deps.onFailed(alarm, slot, sound.missing);
    const round = slot.failed ? null : sound.round;
    return [round ?? prepared.fallback].flatMap((item) => item ?? []);
  }

  /** Terminals of a slot that no later step has taken over. */
  function own(alarm: RunningAlarm, slot: Slot): [number, number | null][] {
    const later = alarm.slots.filter((other) => other.step > slot.step && !isSpent(other));
    return [...slot.targets].filter(
      ([id]) => deps.directory.byId(id) !== undefined && !later.some((other) => other.targets.has(id)),
    );
  }
  /** It plays no sound at terminals that would have to leave others. */
  const isSpent = (slot: Slot) => slot.task.audio_source === audioSource.controlTask;

  async function play(alarm: RunningAlarm, slot: Slot): Promise<void> {
    const id = await deps.ids.next('broadcast');
    await prepared.ready(slot.task.id);
    const items = itemsOf(alarm, slot);
    const row = rowOf(alarm, slot, id, items);
    const open = items.length === 0 ? { open: openSilence } : {};
    const source =
      items.length === 0
        ? openSilence({ position: 0, items, timeline: liveTimeline })
        : await engine.prepare(row);
    const targets = own(alarm, slot).map(([terminal_id, org]) => ({ terminal_id, org }));
    if (!isWanted(alarm, slot) || targets.length === 0) return source.close();
    journal.note(alarm.row, { air: [{ row: { ...row }, terminals: targets.map((one) => one.terminal_id) }] });
    const ended = (reason: EndReason) => {
      if (reason !== 'source') return;
      if (!slot.failed) deps.onFailed(alarm, slot, 'media.processingFailed');
      slot.failed = true;
    };
    const begun = { row, targets, startedBy: alarm.row.origin.by, ended, ...open };
    const b = engine.start(begun, source, journal.stored(alarm.id));
    slot.broadcast = id;
    if (alarm.row.silenced) engine.pause(b).catch(() => {});
    handOver(alarm, slot);
  }

  /** The terminals of a slot leave what earlier steps play there, now that it has claimed them. */
  function handOver(alarm: RunningAlarm, slot: Slot): void {
    for (const other of alarm.slots) {
      if (other.step >= slot.step || other.broadcast === null) continue;
      const b = engine.get(other.broadcast);
      if (b !== undefined) engine.handOver(b, [...slot.targets.keys()], slot.task.name);
    }
  }

  /** What is done once: a row of the task log with what each terminal answered. */
  async function carryOut(alarm: RunningAlarm, slot: Slot): Promise<void> {
    const id = await deps.ids.next('broadcast');
    const terminals = [...slot.targets.keys()].flatMap((one) => deps.directory.byId(one) ?? []);
    const ended = { state: 'ended' as const, end_reason: 'done', ended_at: Math.floor(deps.wall() / 1000) };
    const row = { ...rowOf(alarm, slot, id, []), audio_source: slot.task.audio_source, ...ended };
    journal.note(alarm.row, { air: [{ row, terminals: terminals.map((one) => one.id) }] });
    slot.broadcast = id;
    if (alarm.row.drill === 'silent') return deps.ask(alarm, slot);
    journal.proofs(alarm.id, id, await deps.control(slot.task, terminals));
  }

  /** Never rejects. What fails is tried once more at once, with the tone, and then by `settle`. */
  async function begin(
    alarm: RunningAlarm,
    slot: Slot,
    deed: (alarm: RunningAlarm, slot: Slot) => Promise<void>,
  ): Promise<void> {
    slot.busy = true;
    try {
      await deed(alarm, slot);
    } catch (error) {
      deps.log.error({ err: error, alarm: alarm.id }, 'a message of an alarm could not be started');
      if (!slot.failed) {
        deps.onFailed(alarm, slot, 'media.processingFailed');
        slot.failed = true;
        return begin(alarm, slot, deed);
      }
    } finally {
      slot.busy = false;
    }
  }

  const onAir = (slot: Slot) => (slot.broadcast === null ? undefined : engine.get(slot.broadcast));

  return {
    slotsOf,
    settle(alarm) {
      for (const slot of alarm.slots) {
        if (slot.busy || slot.done) continue;
        const isControl = slot.task.audio_source === audioSource.controlTask;
        if (alarm.row.drill === 'silent' || isControl) {
          slot.done = true;
          // A drill asks what would be played, and switches nothing.
          if (alarm.row.drill === 'silent' ? !isControl : !alarm.isDrill) void begin(alarm, slot, carryOut);
        } else if (onAir(slot) === undefined && own(alarm, slot).length > 0) void begin(alarm, slot, play);
      }
    },
    handOver(alarm) {
      for (const slot of alarm.slots) if (onAir(slot) !== undefined) handOver(alarm, slot);
    },
    end(alarm) {
      for (const slot of alarm.slots) {
        const b = onAir(slot);
        if (b !== undefined) engine.finish(b).catch(() => {});
      }
    },
    silence(alarm) {
      for (const slot of alarm.slots) {
        const b = onAir(slot);
        if (b !== undefined) engine.pause(b).catch(() => {});
      }
    },
    unsilence(alarm) {
      for (const slot of alarm.slots) {
        const b = onAir(slot);
        if (b !== undefined) engine.resume(b).catch(() => {});
      }
    },
  };
}
