import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { audioSource } from '../../../contract/codes.ts';
import type { FileLive } from '../../../contract/entities/sound/file.ts';
import { isInGroup } from '../../../contract/entities/sound/library.ts';
import type { Db } from '../../platform/db/client.ts';
import type { OrHeld } from '../../platform/db/orHeld.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { BroadcastStreams } from '../../sound/radio/broadcastStreams.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { BroadcastStream } from '../../sound/source/broadcastStream.ts';
import type { Programmes } from '../../sound/source/programmes.ts';
import { openSilence } from '../../sound/source/silence.ts';
import type { OpenSource } from '../../sound/source/source.ts';
import { openCaptured } from '../talk/captured.ts';
import type { Captures } from '../talk/captures.ts';
import type { Durations } from './runLength.ts';
import type { TaskRow } from './schedule.repository.ts';
import * as repository from './schedule.repository.ts';

/** Sound of a run: a list, or a source that the run opens. */
export interface TaskSource {
  items: BroadcastItem[];
  /** Station or URL, for the row. */
  stream: BroadcastStream | null;
  open?: OpenSource;
  /** Code of the capturer, for the task log. */
  capturer_code?: string;
  capturer_channel?: number;
}

/** Fields of a task that determine its sound. */
export type Played = Pick<
  TaskRow,
  | 'audio_source'
  | 'files'
  | 'file_group'
  | 'textContent'
  | 'voiceName'
  | 'voiceSpeed'
  | 'preset_text'
  | 'radio'
  | 'url'
  | 'capturer'
  | 'capturer_channel'
  | 'chime_before'
  | 'chime_after'
>;

export interface SourcesDeps {
  db: Db;
  orHeld: OrHeld;
  live: LiveHub;
  programmes: Programmes;
  streams: Pick<BroadcastStreams, 'open' | 'await'>;
  captures: Pick<Captures, 'open'>;
  terminals: { directory: Pick<Directory, 'byId'> };
}

/**
 * Sources of tasks. Items that no longer exist are skipped, as long as something is left to play. While the database is
 * away, files are found in memory.
 */
export interface Sources {
  /**
   * Opens the sound of a task.
   * @param begins `in_time`: a station or URL that does not respond is awaited in silence, as a scheduled run
   * must begin on time and may still be heard; `now`: it is refused with the reason, as a person waits for
   * the answer
   * @throws AppError with the reason when nothing can be played
   */
  open(task: Played, begins?: 'now' | 'in_time'): Promise<TaskSource>;
  /** Lengths as far as they are known without waiting. */
  durations(task: Played): Durations;
  /** Synthesises the text of a task ahead of its time; a failure shows when it is due. */
  speakAhead(task: Played): Promise<void>;
}

/** Cache time of the lengths of a task, ms. */
const KEPT_MS = 5_000;

export function createSources(deps: SourcesDeps): Sources {
  const { db, orHeld, programmes } = deps;
  const files = deps.live.topic<FileLive>('file');
  const texts = deps.live.topic<
    { id: number; org: null; duration_ms: number | null } & Record<string, unknown>
  >('preset_text');
  /** Lengths of synthesised texts, ms. */
  const spoken = new Map<string, number>();
  const kept = new WeakMap<Played, { at: number; durations: Durations }>();
  const wordsOf = ({ voiceName, voiceSpeed, textContent }: Played) =>
    `${voiceName} ${voiceSpeed} ${textContent}`;

  async function speak(task: Played): Promise<BroadcastItem> {
    const item = await programmes.speech(task.textContent, task.voiceName, task.voiceSpeed);
    spoken.set(wordsOf(task), item.duration_ms);
    return item;
  }

  async function playable(ids: readonly number[]): Promise<BroadcastItem[]> {
    const there = await orHeld(
      () => repository.playable(db, ids),
      () => new Set(ids.filter((id) => files.get(id)?.build_status === 'built')),
    );
    return programmes.items(ids.filter((id) => there.has(id)));
  }

  /** Ids of the playable files of a group, in order. */
  const filesOfGroup = (group: number) =>
    orHeld(
      () => repository.filesOfGroup(db, group),
      () =>
        files
          .snapshot()
          .filter(({ group_id, build_status }) => group_id === group && build_status === 'built')
          .sort((a, b) => a.position - b.position || a.id - b.id)
          .map(({ id }) => id),
    );

  async function listOf(task: Played): Promise<BroadcastItem[]> {
    if (task.audio_source === audioSource.ttsText)
      return task.preset_text === null ? [await speak(task)] : programmes.presetText(task.preset_text);
    const ids =
      task.file_group !== null && task.files.length === 0 ? await filesOfGroup(task.file_group) : task.files;
    const items = await playable(ids);
    if (items.length === 0) throw new AppError(errorCode.refused, 'broadcast.nothingToPlay');
    return items;
  }

  async function chime(id: number | null, part: 'before' | 'after'): Promise<BroadcastItem[]> {
    if (id === null) return [];
    return (await playable([id])).map((item) => ({ ...item, part }));
  }

  function captured({ capturer, capturer_channel }: Played): TaskSource {
    const terminal = capturer === null ? undefined : deps.terminals.directory.byId(capturer);
    if (capturer === null || capturer_channel === null || terminal?.kind !== 'capturer')
      throw new AppError(errorCode.notFound, 'terminal.notFound');
    const stream = { capturer, channel: capturer_channel, task: null, io: false };
    const open = openCaptured(deps.captures, stream);
    return { items: [], stream, open, capturer_code: terminal.code, capturer_channel };
  }

  const lengthOfFile = (id: number | null) => (id === null ? 0 : (files.get(id)?.duration_ms ?? 0));

  function listDurations(task: Played): number[] | null {
    switch (task.audio_source) {
      case audioSource.mediaFile: {
        if (task.file_group === null || task.files.length > 0)
          return task.files.map(lengthOfFile).filter((ms) => ms > 0);
        const filesOfGroup = files.snapshot().filter((file) => isInGroup(file, task.file_group));
        return filesOfGroup.flatMap(({ duration_ms }) => duration_ms ?? []).filter((ms) => ms > 0);
      }
      case audioSource.ttsText: {
        const ms =
          task.preset_text === null ? spoken.get(wordsOf(task)) : texts.get(task.preset_text)?.duration_ms;
        return ms === undefined || ms === null ? null : [ms];
      }
      default:
        return null;
    }
  }

  return {
    async open(task, begins = 'now') {
      if (task.audio_source === audioSource.none) return { items: [], stream: null, open: openSilence };
      if (task.audio_source === audioSource.radio || task.audio_source === audioSource.url) {
        const isRadio = task.audio_source === audioSource.radio;
        const choice = isRadio ? { radio: task.radio ?? 0 } : { url: task.url };
        const found = await deps.streams[begins === 'now' ? 'open' : 'await'](choice);
        return { items: [], stream: found.stream, open: found.opener };
      }
      if (task.audio_source === audioSource.capturer) return captured(task);
      const before = await chime(task.chime_before, 'before');
      const list = await listOf(task);
      return { items: [...before, ...list, ...(await chime(task.chime_after, 'after'))], stream: null };
    },
    durations(task) {
      const held = kept.get(task);
      if (held !== undefined && performance.now() - held.at < KEPT_MS) return held.durations;
      const isList = task.audio_source < 2;
      const durations = {
        list: listDurations(task),
        before: isList ? lengthOfFile(task.chime_before) : 0,
        after: isList ? lengthOfFile(task.chime_after) : 0,
      };
      kept.set(task, { at: performance.now(), durations });
      return durations;
    },
    async speakAhead(task) {
      if (task.audio_source !== audioSource.ttsText || task.preset_text !== null) return;
      await speak(task).catch(() => {});
    },
  };
}
