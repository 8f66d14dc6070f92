import { alarmState, audioSource } from '../../../../contract/codes.ts';
import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import { openSilence } from '../../../sound/source/silence.ts';
import { liveTimeline } from '../../../sound/source/timeline.ts';
import { startBeforeWrite } from '../../broadcast/startBeforeWrite.ts';
import type { Engine } from '../../engine/engineApi.ts';
import type { EndReason } from '../../engine/playbackRules.ts';
import type { RunningBroadcast } from '../../engine/runningBroadcast.ts';
import type { Ids } from '../../journal/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Control } from '../../schedule/control.ts';
import type { AlarmJournal } from '../journal/alarmJournal.ts';
import type { AlarmSound, Due, RunningAlarm } from '../machine/runningAlarm.ts';
import { airRow } from './airRow.ts';
import { type AlarmSoundsDeps, createAlarmSounds, type TargetChange } from './alarmSounds.ts';
import type { PreparedSounds } from './preparedSounds.ts';

export interface AlarmPlayerDeps extends AlarmSoundsDeps {
  engine: Pick<Engine, 'get' | 'start' | 'prepare' | 'finish' | 'pause' | 'resume' | 'admit' | 'dismiss'>;
  ids: Pick<Ids, 'next'>;
  journal: AlarmJournal;
  /** Journal of broadcasts. */
  air: Pick<Journal, 'add'>;
  prepared: Pick<PreparedSounds, 'of' | 'ready' | 'fallback'>;
  control: Control;
  /** Asks the terminals of a silent drill to confirm. */
  requestConfirmation(alarm: RunningAlarm, sound: AlarmSound): void;
  /** Called when a message could not be played. */
  onFailed(alarm: RunningAlarm, sound: AlarmSound, reason: string): void;
  /** Wall time, ms. */
  wall(): number;
  log: { error(details: object, message: string): void };
}

/** Sound of alarms: a broadcast for each linkage task of each step that was reached. */
export interface AlarmPlayer {
  /** Alarm sounds of a step, not playing yet. */
  soundsOfStep(alarm: RunningAlarm, step: number): AlarmSound[];
  /**
   * Starts everything that should play and does not: the step that was just reached, and messages that failed
   * or were missing; and follows terminals that joined or left the targets.
   */
  settle(alarm: RunningAlarm): TargetChange;
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

export function createAlarmPlayer(deps: AlarmPlayerDeps): AlarmPlayer {
  const { engine, journal, prepared } = deps;
  const sounds = createAlarmSounds(deps);
  const onAir = (sound: AlarmSound) => (sound.broadcast === null ? undefined : engine.get(sound.broadcast));
  const isWanted = (alarm: RunningAlarm, sound: AlarmSound) =>
    alarm.row.state === alarmState.alarming && alarm.sounds.includes(sound);

  /**
   * Items of one round of an alarm sound; the fallback tone replaces a missing message; without any item silence
   * holds the terminals.
   */
  function itemsOf(alarm: RunningAlarm, sound: AlarmSound): BroadcastItem[] {
    if (sound.task.audio_source === audioSource.none) return [];
    const { missing, round } = prepared.of(sound.task.id);
    if (missing !== null && !sound.failed && sound.broadcast === null) deps.onFailed(alarm, sound, missing);
    return [(sound.failed ? null : round) ?? prepared.fallback].flatMap((item) => item ?? []);
  }

  async function play(alarm: RunningAlarm, sound: AlarmSound, requestDue: Due): Promise<void> {
    const now = deps.wall();
    const id = deps.ids.next('broadcast');
    await prepared.ready(sound.task.id);
    const items = itemsOf(alarm, sound);
    const row = airRow(alarm, sound.task, { id, items, now });
    const open = items.length === 0 ? { open: openSilence } : {};
    const source =
      items.length === 0
        ? openSilence({ position: 0, items, timeline: liveTimeline })
        : await engine.prepare(row);
    const targets = sounds.own(alarm, sound);
    if (!isWanted(alarm, sound) || targets.length === 0) return source.close();
    const ended = (reason: EndReason) => {
      if (reason !== 'source') return;
      if (!sound.failed) deps.onFailed(alarm, sound, 'media.processingFailed');
      sound.failed = true;
    };
    const before = onAir(sound);
    const since = requestDue === null ? {} : { requestedUs: requestDue * 1000 };
    const begun = { row, targets, startedBy: alarm.row.origin.by, ended, ...open, ...since };
    const b = startBeforeWrite({ engine, journal: deps.air }, begun, source, { row: { ...alarm.row } });
    // The placeholder sound ends only now that the message has claimed its terminals: freed for a moment, they would be
    // given to a waiting broadcast, which the message would pre-empt at once, some of them permanently.
    if (before !== undefined) engine.finish(before, 'replaced').catch(() => {});
    sound.broadcast = id;
    if (alarm.row.silenced) engine.pause(b).catch(() => {});
    handOver(alarm, sound);
  }

  /** Removes the terminals of an alarm sound from the broadcasts of earlier steps, now that it has claimed them. */
  function handOver(alarm: RunningAlarm, sound: AlarmSound): void {
    const reason = { key: 'preempted' as const, params: { by: sound.task.name } };
    for (const other of alarm.sounds) {
      const b = other.step < sound.step ? onAir(other) : undefined;
      if (b !== undefined) engine.dismiss(b, [...sound.targets.keys()], reason);
    }
  }

  /** Tells if a tone or silence stands in for a message that has been made meanwhile. */
  function isStandIn({ task, failed }: AlarmSound, b: RunningBroadcast): boolean {
    if (failed || prepared.of(task.id).round === null) return false;
    const [item] = b.items;
    return item === undefined || item.path === prepared.fallback?.path;
  }

  /** Adds and removes targets of a running broadcast. */
  function follow(alarm: RunningAlarm, sound: AlarmSound, b: RunningBroadcast): void {
    const fresh = sounds.own(alarm, sound).filter(({ terminal_id }) => !b.targets.has(terminal_id));
    if (fresh.length > 0) {
      const terminals = fresh.map(({ terminal_id }) => terminal_id);
      journal.note(alarm.row, { joined: [{ broadcast: b.id, terminals }] });
      engine.admit(b, fresh);
      handOver(alarm, sound);
    }
    const gone = [...b.targets.keys()].filter((id) => !sound.targets.has(id));
    engine.dismiss(b, gone, { key: 'moved', params: { task: b.row.name } });
  }

  /** Carries out a control action once at each terminal, and logs the answers in a run of the task log. */
  async function carryOut(alarm: RunningAlarm, sound: AlarmSound): Promise<void> {
    const fresh = [...sound.targets.keys()].filter((id) => !sound.notified.has(id));
    const isBegun = sound.broadcast !== null || sound.notified.size > 0;
    if (isBegun && fresh.length === 0) return;
    const terminals = fresh.flatMap((one) => deps.directory.byId(one) ?? []);
    const id = sound.broadcast ?? deps.ids.next('broadcast');
    if (sound.broadcast === null) {
      const ended = {
        state: 'ended' as const,
        end_reason: 'done',
        ended_at: Math.floor(deps.wall() / 1000),
        audio_source: sound.task.audio_source,
      };
      const row = { ...airRow(alarm, sound.task, { id, items: [], now: deps.wall() }), ...ended };
      journal.note(alarm.row, { air: [{ row, terminals: terminals.map((one) => one.id) }] });
    } else journal.note(alarm.row, { joined: [{ broadcast: id, terminals: fresh }] });
    sound.broadcast = id;
    for (const one of fresh) sound.notified.add(one);
    if (alarm.row.drill === 'silent') return deps.requestConfirmation(alarm, sound);
    try {
      journal.proofs(alarm.id, id, await deps.control(sound.task, terminals));
    } catch (error) {
      // Forgets the terminals, so that the retry includes them.
      if (!sound.failed) for (const one of fresh) sound.notified.delete(one);
      throw error;
    }
  }

  /**
   * Runs a start; never rejects. A failure is retried once at once with the fallback tone, and later by
   * `settle`.
   */
  async function begin(
    alarm: RunningAlarm,
    sound: AlarmSound,
    action: (alarm: RunningAlarm, sound: AlarmSound) => Promise<void>,
  ): Promise<void> {
    sound.busy = true;
    try {
      await action(alarm, sound);
    } catch (error) {
      deps.log.error({ err: error, alarm: alarm.id }, 'a message of an alarm could not be started');
      if (!sound.failed) {
        deps.onFailed(alarm, sound, 'media.processingFailed');
        sound.failed = true;
        return begin(alarm, sound, action);
      }
    } finally {
      sound.busy = false;
    }
  }

  function each(alarm: RunningAlarm, action: (b: RunningBroadcast) => Promise<void>): void {
    for (const sound of alarm.sounds) {
      const b = onAir(sound);
      if (b !== undefined) action(b).catch(() => {});
    }
  }

  return {
    soundsOfStep: sounds.of,
    settle(alarm) {
      const moved = sounds.refresh(alarm);
      const { requestDue } = alarm;
      alarm.requestDue = null;
      for (const sound of alarm.sounds) {
        if (sound.busy) continue;
        const isControl = sound.task.audio_source === audioSource.controlTask;
        const b = onAir(sound);
        if (alarm.row.drill === 'silent' || isControl) {
          // A silent drill only asks terminals, and no drill carries out control actions.
          if (alarm.row.drill === 'silent' ? !isControl : !alarm.isDrill) void begin(alarm, sound, carryOut);
        } else if (b !== undefined && !isStandIn(sound, b)) follow(alarm, sound, b);
        else if (sounds.own(alarm, sound).length > 0)
          void begin(alarm, sound, (a, s) => play(a, s, requestDue));
      }
      return moved;
    },
    handOver(alarm) {
      for (const sound of alarm.sounds) if (onAir(sound) !== undefined) handOver(alarm, sound);
    },
    end: (alarm) => each(alarm, (b) => engine.finish(b, 'alarm')),
    silence: (alarm) => each(alarm, engine.pause),
    unsilence: (alarm) => each(alarm, engine.resume),
  };
}
