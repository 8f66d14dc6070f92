import { audioSource, type TaskType, taskType } from '../../../contract/codes.ts';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';

/**
 * Type of a broadcast that a person starts at once. Words that are typed for it are a synchronous TTS broadcast:
 * they are heard while the rest is still being spoken. A preset text is a stored programme like a file.
 */
export function startType({
  audio_source,
  preset_text,
}: Pick<StartRealTimeTask, 'audio_source' | 'preset_text'>): TaskType {
  if (audio_source === audioSource.url) return taskType.urlAudio;
  if (audio_source === audioSource.ttsText && preset_text === null) return taskType.syncTts;
  return taskType.realTime;
}
