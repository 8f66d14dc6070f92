import {
  type PlaybackAction,
  type PlayStatus,
  playStatus,
  type TtsAuthorization,
  type TtsAuthorizationAction,
  ttsAuthorization,
} from './codes.ts';

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

/**
 * Authorization of a TTS terminal (spec 4: opened or not opened, revoke; design 11): granting again changes the number
 * of its licences, and what is not opened cannot be revoked.
 */
export const ttsAuthorizationWorkflow = {
  [ttsAuthorization.notOpened]: { grant: ttsAuthorization.opened },
  [ttsAuthorization.opened]: { grant: ttsAuthorization.opened, revoke: ttsAuthorization.notOpened },
} as const satisfies Record<TtsAuthorization, Partial<Record<TtsAuthorizationAction, TtsAuthorization>>>;

/** The state that an action on an authorization leads to, or null where it is not allowed. */
export function ttsAuthorizationResult(
  state: TtsAuthorization,
  action: TtsAuthorizationAction,
): TtsAuthorization | null {
  const allowed: Partial<Record<TtsAuthorizationAction, TtsAuthorization>> = ttsAuthorizationWorkflow[state];
  return allowed[action] ?? null;
}

/** The state of a terminal with so many licences. */
export function ttsAuthorizationOf(licenses: number): TtsAuthorization {
  return licenses > 0 ? ttsAuthorization.opened : ttsAuthorization.notOpened;
}
