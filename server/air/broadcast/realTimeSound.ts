import { audioSource } from '../../../contract/codes.ts';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import type { BroadcastStreams } from '../../sound/radio/broadcastStreams.ts';
import type { RecordedPages } from '../../sound/recordings/recordedPages.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { BroadcastStream } from '../../sound/source/broadcastStream.ts';
import { type Programmes, storedItems, withChimes } from '../../sound/source/programmes.ts';
import type { OpenSource, Source } from '../../sound/source/source.ts';
import { liveTimeline } from '../../sound/source/timeline.ts';
import type { SpokenLive } from '../../sound/voice/growingSpeech.ts';

/** Sound of a real-time task. */
export interface RealTimeSound {
  items: BroadcastItem[];
  stream: BroadcastStream | null;
  /** Opener of a stream; absent: the stored programmes of the items. */
  open?: OpenSource;
  /** The text among the items that is still being synthesised. */
  live?: SpokenLive | null;
}

export interface SoundDeps {
  programmes: Programmes;
  streams: BroadcastStreams;
  recordedPages: Pick<RecordedPages, 'open'>;
}

/** Makes or connects the sound of a task. @throws AppError when that is not possible */
export async function realTimeSound(
  { programmes, streams, recordedPages }: SoundDeps,
  task: StartRealTimeTask,
): Promise<RealTimeSound> {
  const { audio_source, radio, url, recording } = task;
  if (audio_source === audioSource.microphone) {
    const { stream, opener } = await recordedPages.open(recording ?? 0);
    return { items: [], stream, open: opener };
  }
  if (audio_source === audioSource.radio || audio_source === audioSource.url) {
    const choice = audio_source === audioSource.radio ? { radio: radio ?? 0 } : { url };
    const { stream, opener } = await streams.open(choice);
    return { items: [], stream, open: opener };
  }
  const stored = await storedItems(programmes, task);
  if (stored !== null) return { items: stored, stream: null };
  const words = [task.textContent, task.voiceName, task.voiceSpeed] as const;
  const { item, live } = mustBeWhole(task)
    ? { item: await programmes.speech(...words), live: null }
    : await programmes.spoken(...words);
  return { items: await withChimes(programmes, task, [item]), stream: null, live };
}

/** Tells if the length of a text must be known before it begins: it is cut to a duration between chimes. */
function mustBeWhole({ chime_before, chime_after, duration }: StartRealTimeTask): boolean {
  return (chime_before !== null || chime_after !== null) && duration > 0;
}

/** Opens sound that is not stored, ready to be played. @throws SourceError */
export async function openPrepared(open: OpenSource, items: readonly BroadcastItem[]): Promise<Source> {
  const source = open({ position: 0, items, timeline: liveTimeline });
  await source.prepare();
  return source;
}
