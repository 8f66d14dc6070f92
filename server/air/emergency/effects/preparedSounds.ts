import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { attentionTone } from '../../../../contract/codes.ts';
import type { FileLive } from '../../../../contract/entities/sound/file.ts';
import type { PresetTextLive } from '../../../../contract/entities/sound/presetText.ts';
import type { LinkagePreview } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import { programmeFile } from '../../../sound/source/listPosition.ts';
import type { PreloadedSounds } from '../../engine/preloadedSounds.ts';
import type { AlarmConfiguration } from '../plans/alarmConfiguration.ts';
import type { FrozenPart } from '../plans/frozenPart.ts';
import type { LinkageTaskRow } from '../plans/plan.repository.ts';
import { createTaskSound, type PreparedSound, type TaskSoundDeps } from './taskSound.ts';

export interface PreparedSoundsDeps extends TaskSoundDeps {
  live: LiveHub;
  heldSounds: Pick<PreloadedSounds, 'hold' | 'keep'>;
  /** Absolute path. */
  dataDir: string;
  configuration: AlarmConfiguration;
  /** Stores the frozen parts of a task; false: the task was changed meanwhile. */
  keep(task: LinkageTaskRow, frozen: readonly FrozenPart[]): Promise<boolean>;
  log: { error(details: object, message: string): void };
  /** Called after the sound of a task was made, or could not be made. */
  onMade(task: LinkageTaskRow, sound: PreparedSound): void;
}

/** Intervals after which a failed sound is tried again, and a finished one is checked again; ms. */
const RETRY_MS = 30_000;
const AGAIN_MS = 12 * 3_600_000;
const LOOK_MS = 1_000;
const SWEEP_MS = 86_400_000;
/** Time that an alarm waits for a sound that was never made, ms. */
const TIMEOUT_MS = 1_000;
const nothing: PreparedSound = { round: null, missing: 'media.notReady', lacking: [], differs: [] };

/**
 * Keeps the sound of every linkage task ready, so that an alarm waits neither for speech synthesis nor for
 * the database. It is made from the parts frozen with the task, whatever the library has become; one task
 * after the other when a task is saved, and checked again when its files or texts change, and from time to
 * time.
 */
export interface PreparedSounds {
  of(task: number): PreparedSound;
  /** Resolves when the sound of a task was made or tried at least once, after `TIMEOUT_MS` at the latest. */
  ready(task: number): Promise<void>;
  /** Tone that replaces a message that cannot be played; null: not available either. */
  readonly fallback: BroadcastItem | null;
  /** Makes the sound of a task that was saved. */
  written(task: LinkageTaskRow): void;
  /**
   * Makes one round of a task, saved or not, to be listened to; parts that `saved` has frozen are taken from
   * there.
   * @throws AppError 404 or 409 for parts that are not available, 400 when there is nothing to hear
   */
  preview(task: LinkagePreview, saved?: LinkageTaskRow): Promise<BroadcastItem>;
  /** Resolves when everything that is due now has been tried. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createPreparedSounds(deps: PreparedSoundsDeps): PreparedSounds {
  const { configuration, programmes } = deps;
  const soundOf = createTaskSound(deps);
  const files = deps.live.topic<FileLive>('file');
  const texts = deps.live.topic<PresetTextLive>('preset_text');
  const held = new Map<number, { mark: string; at: number; sound: PreparedSound }>();
  const queue = new Set<number>();
  let fallback: BroadcastItem | null = null;
  let swept = Number.NEGATIVE_INFINITY;
  let working: Promise<void> | null = null;
  let closed = false;

  /** Key that changes with everything that a task plays. */
  function markOf(task: LinkageTaskRow): string {
    const text = task.preset_text === null ? undefined : texts.get(task.preset_text);
    const states = task.files.map((id) => files.get(id)?.build_status);
    return JSON.stringify([task.rev, states, text?.rev, text?.build_status]);
  }

  /** Makes the sound of a task, and stores its frozen parts with the task. */
  async function freeze(task: LinkageTaskRow): Promise<PreparedSound> {
    const before = task.frozen ?? [];
    const { sound, frozen } = await soundOf(task, before);
    const isNew = task.frozen === null || JSON.stringify(frozen) !== JSON.stringify(before);
    if (isNew && (await deps.keep(task, frozen)) && configuration.tasks.get(task.id)?.rev === task.rev)
      configuration.putTask({ ...task, frozen });
    return sound;
  }

  async function make(id: number): Promise<void> {
    const task = configuration.tasks.get(id);
    if (task === undefined) return void held.delete(id);
    const mark = markOf(task);
    let sound: PreparedSound;
    try {
      sound = await freeze(task);
      fallback ??= await programmes.tone(attentionTone.alert).catch(() => null);
    } catch (error) {
      deps.log.error({ err: error, linkage_task: id }, 'the sound of a linkage task could not be prepared');
      sound = {
        round: held.get(id)?.sound.round ?? null,
        missing: 'common.failed',
        lacking: [],
        differs: [],
      };
    }
    for (const item of [sound.round, fallback]) if (item !== null) await holdInMemory(item);
    held.set(id, { mark, at: performance.now(), sound });
    deps.onMade(task, sound);
  }

  const fileOf = (item: BroadcastItem) => programmeFile(deps.dataDir, item);
  /**
   * Reads the beginning into memory, so that an alarm starts without the disk. If that fails, the file is
   * read when it plays.
   */
  async function holdInMemory(item: BroadcastItem): Promise<void> {
    try {
      await deps.heldSounds.hold(fileOf(item));
    } catch (err) {
      deps.log.error({ err, name: item.name }, 'the beginning of a message could not be preloaded');
    }
  }

  async function work(): Promise<void> {
    for (const id of queue) {
      if (closed) return;
      queue.delete(id);
      await make(id);
    }
  }
  function add(id: number): void {
    queue.add(id);
    working ??= work().finally(() => {
      working = null;
      if (queue.size > 0 && !closed) add([...queue][0] as number);
    });
  }

  function look(): void {
    for (const id of held.keys()) if (!configuration.tasks.has(id)) held.delete(id);
    if (queue.size === 0 && working === null) {
      const items = [fallback, ...[...held.values()].map(({ sound }) => sound.round)];
      deps.heldSounds.keep(new Set(items.flatMap((item) => (item === null ? [] : fileOf(item)))));
    }
    for (const task of configuration.tasks.values()) {
      const known = held.get(task.id);
      const age = performance.now() - (known?.at ?? 0);
      const isDue =
        known === undefined ||
        known.mark !== markOf(task) ||
        age > (known.sound.missing === null ? AGAIN_MS : RETRY_MS);
      if (isDue && !queue.has(task.id)) add(task.id);
    }
    if (working !== null || performance.now() - swept < SWEEP_MS) return;
    swept = performance.now();
    const rounds = [...held.values()].flatMap(({ sound }) => sound.round?.path ?? []);
    const parts = [...configuration.tasks.values()].flatMap(({ frozen }) => frozen ?? []);
    const copies = parts.flatMap(({ sound }) => (sound === null ? [] : deps.messages.pathOf(sound)));
    deps.messages.sweep(new Set([...rounds, ...copies])).catch((error: unknown) => {
      deps.log.error({ err: error }, 'old messages of alarms could not be removed');
    });
  }
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();

  return {
    of: (task) => held.get(task)?.sound ?? nothing,
    async ready(task) {
      if (held.has(task)) return;
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, TIMEOUT_MS);
      await Promise.race([make(task), timeout.promise]);
      clearTimeout(timer);
    },
    get fallback() {
      return fallback;
    },
    written: (task) => add(task.id),
    async preview(task, saved) {
      const { round } = (await soundOf(task, saved?.frozen ?? [], true)).sound;
      if (round === null) throw new AppError(errorCode.badRequest, 'alarm.nothingToHear');
      return round;
    },
    async idle() {
      while (working !== null) await working;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await working;
    },
  };
}
