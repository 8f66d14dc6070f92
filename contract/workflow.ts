import { type PlaybackAction, type PlayStatus, playStatus } from './codes.ts';

/**
 * Playback (spec 4): which action a person may take in which play status, and the status that comes of it. What a
 * person did is manual: their actions lead to manual playing, pause and manual stop only. Free and playing come about
 * by themselves, through the schedule and the end of the programme.
 */
export const playbackWorkflow = {
  [playStatus.free]: { playing: playStatus.manualPlaying },
  [playStatus.pause]: { resume: playStatus.manualPlaying, stop: playStatus.manualStop },
  [playStatus.playing]: { paused: playStatus.pause, stop: playStatus.manualStop },
  [playStatus.manualStop]: { playing: playStatus.manualPlaying },
  [playStatus.manualPlaying]: { paused: playStatus.pause, stop: playStatus.manualStop },
} as const satisfies Record<PlayStatus, Partial<Record<PlaybackAction, PlayStatus>>>;

/** The status that a playback action leads to, or null where it is not allowed. */
export function playbackResult(status: PlayStatus, action: PlaybackAction): PlayStatus | null {
  const allowed: Partial<Record<PlaybackAction, PlayStatus>> = playbackWorkflow[status];
  return allowed[action] ?? null;
}
