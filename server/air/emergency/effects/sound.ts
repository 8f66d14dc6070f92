import { alarmState, audioSource } from '../../../../contract/codes.ts';
import type { BroadcastItem } from '../../../platform/db/schema.ts';
import { openSilence } from '../../../sound/source/silence.ts';
import { liveTimeline } from '../../../sound/source/timeline.ts';
import { soundFirst } from '../../broadcast/soundFirst.ts';
import type { Engine } from '../../engine/engineApi.ts';
import type { EndReason, RunningBroadcast } from '../../engine/runningBroadcast.ts';
import type { Ids } from '../../journal/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Control } from '../../schedule/control.ts';
import type { AlarmJournal } from '../journal/alarmJournal.ts';
import type { Due, RunningAlarm, Slot } from '../machine/runningAlarm.ts';
import { airRow } from './airRow.ts';
import type { Prepared } from './prepared.ts';
import { createSlots, type Moved, type SlotDeps } from './slots.ts';

export interface SoundDeps extends SlotDeps {
  engine: Pick<Engine, 'get' | 'start' | 'prepare' | 'finish' | 'pause' | 'resume' | 'admit' | 'dismiss'>;
  ids: Pick<Ids, 'next'>;
  journal: AlarmJournal;
  /** Journal of broadcasts. */
  air: Pick<Journal, 'add'>;
  prepared: Prepared;
  control: Control;
  /** Asks the terminals of a silent drill to confirm. */
  ask(alarm: RunningAlarm, slot: Slot): void;
  /** Called when a message could not be played. */
  onFailed(alarm: RunningAlarm, slot: Slot, reason: string): void;
  /** Wall time, ms. */
  wall(): number;
  log: { error(details: object, message: string): void };
}

/** Sound of alarms: a broadcast for each linkage task of each step that was reached. */
export interface Sound {
  /** Slots of a step, not playing yet. */
  slotsOf(alarm: RunningAlarm, step: number): Slot[];
  /**
   * Starts everything that should play and does not: the step that was just reached, and messages that failed
   * or were missing; and follows terminals that joined or left the targets.
   */
  settle(alarm: RunningAlarm): Moved;
  /**
   * Completes a hand-over that a restart may have interrupted: terminals of later steps leave the broadcasts
   * of earlier ones.
   */
  handOver(alarm: RunningAlarm): void;
  /** Ends all broadcasts of the alarm. */
  end(alarm: RunningAlarm): void;
  silence(alarm: RunningAlarm): void;
  unsilence(alarm: RunningAlarm): void;
}

export function createSound(deps: SoundDeps): Sound {
  const { engine, journal, prepared } = deps;
  const slots = createSlots(deps);
  const onAir = (slot: Slot) => (slot.broadcast === null ? undefined : engine.get(slot.broadcast));
  const isWanted = (alarm: RunningAlarm, slot: Slot) =>
    alarm.row.state === alarmState.alarming && alarm.slots.includes(slot);

  /**
   * Items of one round of a slot; the fallback tone replaces a missing message; without any item silence
   * holds the terminals.
   */
  function itemsOf(alarm: RunningAlarm, slot: Slot): BroadcastItem[] {
    if (slot.task.audio_source === audioSource.none) return [];
    const sound = prepared.of(slot.task.id);
    if (sound.missing !== null && !slot.failed && slot.broadcast === null)
      deps.onFailed(alarm, slot, sound.missing);
    const round = slot.failed ? null : sound.round;
    return [round ?? prepared.fallback].flatMap((item) => item ?? []);
  }

  async function play(alarm: RunningAlarm, slot: Slot, asked: Due): Promise<void> {
    const now = deps.wall();
    const id = deps.ids.next('broadcast');
    await prepared.ready(slot.task.id);
    const items = itemsOf(alarm, slot);
    const row = airRow(alarm, slot.task, { id, items, now });
    const open = items.length === 0 ? { open: openSilence } : {};
    const source =
      items.length === 0
        ? openSilence({ position: 0, items, timeline: liveTimeline })
        : await engine.prepare(row);
    const targets = slots.own(alarm, slot);
    if (!isWanted(alarm, slot) || targets.length === 0) return source.close();
    const ended = (reason: EndReason) => {
      if (reason !== 'source') return;
      if (!slot.failed) deps.onFailed(alarm, slot, 'media.processingFailed');
      slot.failed = true;
    };
    const before = onAir(slot);
    const since = asked === null ? {} : { asked_us: asked * 1000 };
    const begun = { row, targets, startedBy: alarm.row.origin.by, ended, ...open, ...since };
    const b = soundFirst({ engine, journal: deps.air }, begun, source, { row: { ...alarm.row } });
    // The stand-in ends only now that the message has claimed its terminals: freed for a moment, they would be
    // given to a waiting broadcast, which the message would pre-empt at once, some for good.
    if (before !== undefined) engine.finish(before, 'replaced').catch(() => {});
    slot.broadcast = id;
    if (alarm.row.silenced) engine.pause(b).catch(() => {});
    handOver(alarm, slot);
  }

  /** Removes the terminals of a slot from the broadcasts of earlier steps, now that it has claimed them. */
  function handOver(alarm: RunningAlarm, slot: Slot): void {
    const why = { key: 'preempted' as const, params: { by: slot.task.name } };
    for (const other of alarm.slots) {
      const b = other.step < slot.step ? onAir(other) : undefined;
      if (b !== undefined) engine.dismiss(b, [...slot.targets.keys()], why);
    }
  }

  /** Tells if a tone or silence stands in for a message that has been made meanwhile. */
  function isStandIn({ task, failed }: Slot, b: RunningBroadcast): boolean {
    if (failed || prepared.of(task.id).round === null) return false;
    const [item] = b.items;
    return item === undefined || item.path === prepared.fallback?.path;
  }

  /** Adds and removes targets of a running broadcast. */
  function follow(alarm: RunningAlarm, slot: Slot, b: RunningBroadcast): void {
    const fresh = slots.own(alarm, slot).filter(({ terminal_id }) => !b.targets.has(terminal_id));
    if (fresh.length > 0) {
      const terminals = fresh.map(({ terminal_id }) => terminal_id);
      journal.note(alarm.row, { joined: [{ broadcast: b.id, terminals }] });
      engine.admit(b, fresh);
      handOver(alarm, slot);
    }
    const gone = [...b.targets.keys()].filter((id) => !slot.targets.has(id));
    engine.dismiss(b, gone, { key: 'moved', params: { task: b.row.name } });
  }

  /** Carries out a control action once at each terminal, and logs the answers in a run of the task log. */
  async function carryOut(alarm: RunningAlarm, slot: Slot): Promise<void> {
    const fresh = [...slot.targets.keys()].filter((id) => !slot.told.has(id));
    if (slot.broadcast !== null && fresh.length === 0) return;
    const terminals = fresh.flatMap((one) => deps.directory.byId(one) ?? []);
    const id = slot.broadcast ?? deps.ids.next('broadcast');
    if (slot.broadcast === null) {
      const ended = {
        state: 'ended' as const,
        end_reason: 'done',
        ended_at: Math.floor(deps.wall() / 1000),
        audio_source: slot.task.audio_source,
      };
      const row = { ...airRow(alarm, slot.task, { id, items: [], now: deps.wall() }), ...ended };
      journal.note(alarm.row, { air: [{ row, terminals: terminals.map((one) => one.id) }] });
    } else journal.note(alarm.row, { joined: [{ broadcast: id, terminals: fresh }] });
    slot.broadcast = id;
    for (const one of fresh) slot.told.add(one);
    if (alarm.row.drill === 'silent') return deps.ask(alarm, slot);
    try {
      journal.proofs(alarm.id, id, await deps.control(slot.task, terminals));
    } catch (error) {
      // Forgets the terminals, so that the retry includes them.
      if (!slot.failed) for (const one of fresh) slot.told.delete(one);
      throw error;
    }
  }

  /**
   * Runs a start; never rejects. A failure is retried once at once with the fallback tone, and later by
   * `settle`.
   */
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

  function each(alarm: RunningAlarm, deed: (b: RunningBroadcast) => Promise<void>): void {
    for (const slot of alarm.slots) {
      const b = onAir(slot);
      if (b !== undefined) deed(b).catch(() => {});
    }
  }

  return {
    slotsOf: slots.of,
    settle(alarm) {
      const moved = slots.refresh(alarm);
      const { asked } = alarm;
      alarm.asked = null;
      for (const slot of alarm.slots) {
        if (slot.busy) continue;
        const isControl = slot.task.audio_source === audioSource.controlTask;
        const b = onAir(slot);
        if (alarm.row.drill === 'silent' || isControl) {
          // A silent drill only asks terminals, and no drill carries out control actions.
          if (alarm.row.drill === 'silent' ? !isControl : !alarm.isDrill) void begin(alarm, slot, carryOut);
        } else if (b !== undefined && !isStandIn(slot, b)) follow(alarm, slot, b);
        else if (slots.own(alarm, slot).length > 0) void begin(alarm, slot, (a, s) => play(a, s, asked));
      }
      return moved;
    },
    handOver(alarm) {
      for (const slot of alarm.slots) if (onAir(slot) !== undefined) handOver(alarm, slot);
    },
    end: (alarm) => each(alarm, (b) => engine.finish(b, 'alarm')),
    silence: (alarm) => each(alarm, engine.pause),
    unsilence: (alarm) => each(alarm, engine.resume),
  };
}
