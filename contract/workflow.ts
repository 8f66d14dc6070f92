import {
  type AlarmAction,
  type AlarmEvent,
  type AlarmState,
  alarmState,
  type PlaybackAction,
  type PlayStatus,
  playStatus,
  type TtsAuthorization,
  type TtsAuthorizationAction,
  ttsAuthorization,
  type UpgradeAction,
  type UpgradeBatchState,
  type UpgradeStep,
  upgradeBatchState,
  upgradeStep,
} from './codes.ts';

/**
 * Playback: which action a person may take in which play status, and the status that comes of it. What a
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
 * Authorization of a TTS terminal: granting it again changes the number of its licences; an authorization
 * that is not opened cannot be revoked.
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

/**
 * An alarm: the state that each action of a person and each event leads to. Two of them hold back:
 * `reset` while `alarming`, and every way from `reset` back to `not_started`, wait until no input of the plan is active.
 * What a person may do is decided by this table on the server, and shown by it in the console.
 *
 * A contact that goes back while the delay runs does not end it: a broken wire must not take an alarm back. An edge
 * while `alarming` or `starting` joins the alarm; one while `reset` starts again.
 */
export const alarmWorkflow = {
  [alarmState.notStarted]: { input: alarmState.starting, start: alarmState.starting },
  [alarmState.starting]: {
    input: alarmState.starting,
    delay_over: alarmState.alarming,
    stop: alarmState.notStarted,
  },
  [alarmState.alarming]: {
    input: alarmState.alarming,
    acknowledge: alarmState.alarming,
    silence: alarmState.alarming,
    unsilence: alarmState.alarming,
    step: alarmState.alarming,
    stop: alarmState.reset,
    reset: alarmState.reset,
  },
  [alarmState.reset]: {
    input: alarmState.starting,
    reset: alarmState.notStarted,
    reset_over: alarmState.notStarted,
  },
} as const satisfies Record<AlarmState, Partial<Record<AlarmAction | AlarmEvent, AlarmState>>>;

/** The part of an alarm that its workflow depends on beside its state. */
export interface AlarmGuard {
  /** Inputs of its plan that are active now. */
  active_inputs: readonly number[];
  acknowledged: boolean;
  silenced: boolean;
  /** Steps of the plan that are still to come. */
  steps_left: number;
}

/** Why an action cannot be taken: the state forbids it, an input is still active, or it was done already. */
export type AlarmRefusal = 'state' | 'input_active' | 'done';

/** The state that an action or an event leads to, or why it cannot be. */
export function alarmResult(
  state: AlarmState,
  what: AlarmAction | AlarmEvent,
  guard: AlarmGuard,
): { to: AlarmState } | { refused: AlarmRefusal } {
  const table: Partial<Record<AlarmAction | AlarmEvent, AlarmState>> = alarmWorkflow[state];
  const to = table[what];
  if (to === undefined) return { refused: 'state' };
  const isLocked = what === 'reset' || what === 'reset_over';
  if (isLocked && guard.active_inputs.length > 0) return { refused: 'input_active' };
  const isDone =
    (what === 'acknowledge' && guard.acknowledged) ||
    (what === 'silence' && guard.silenced) ||
    (what === 'unsilence' && !guard.silenced) ||
    (what === 'step' && guard.steps_left === 0);
  return isDone ? { refused: 'done' } : { to };
}

/** What happens to an upgrade batch by itself: too many have failed; nothing of it is left to do. */
export type UpgradeBatchEvent = 'limit' | 'over';

/**
 * An upgrade batch (docs/decisions/0070): where each action of a person and each event leads. Retry takes those that
 * failed, were away or were cancelled as new; cancel leaves out those that have not begun.
 */
export const upgradeBatchWorkflow = {
  [upgradeBatchState.running]: {
    pause: upgradeBatchState.paused,
    retry: upgradeBatchState.running,
    cancel: upgradeBatchState.cancelling,
    limit: upgradeBatchState.paused,
    over: upgradeBatchState.ended,
  },
  [upgradeBatchState.paused]: {
    resume: upgradeBatchState.running,
    retry: upgradeBatchState.running,
    cancel: upgradeBatchState.cancelling,
    over: upgradeBatchState.ended,
  },
  [upgradeBatchState.cancelling]: { over: upgradeBatchState.ended },
  [upgradeBatchState.ended]: { retry: upgradeBatchState.running },
} as const satisfies Record<
  UpgradeBatchState,
  Partial<Record<UpgradeAction | UpgradeBatchEvent, UpgradeBatchState>>
>;

/**
 * The state that an action or an event leads to; null: it is not allowed. @param retryable its terminals that a retry
 * would take, which it is not allowed without
 */
export function upgradeBatchResult(
  state: UpgradeBatchState,
  what: UpgradeAction | UpgradeBatchEvent,
  retryable: number,
): UpgradeBatchState | null {
  if (what === 'retry' && retryable === 0) return null;
  const table: Partial<Record<UpgradeAction | UpgradeBatchEvent, UpgradeBatchState>> =
    upgradeBatchWorkflow[state];
  return table[what] ?? null;
}

/** What happens to one terminal of an upgrade batch. */
export type UpgradeEvent =
  | 'begin'
  | 'away'
  | 'unsupported'
  | 'cancel'
  | 'progress'
  | 'prepared'
  | 'restart'
  | 'done'
  | 'fail'
  | 'retry';

/** One terminal of an upgrade batch (its upgrade status): where each event leads. */
export const upgradeStepWorkflow = {
  [upgradeStep.waiting]: {
    begin: upgradeStep.updating,
    away: upgradeStep.deviceNotOnline,
    unsupported: upgradeStep.upgradeNotSupported,
    cancel: upgradeStep.cancelled,
    done: upgradeStep.rebootSuccessful,
    fail: upgradeStep.upgradeFailed,
  },
  [upgradeStep.updating]: {
    progress: upgradeStep.updating,
    prepared: upgradeStep.preparingToRestart,
    done: upgradeStep.rebootSuccessful,
    fail: upgradeStep.upgradeFailed,
  },
  [upgradeStep.preparingToRestart]: {
    progress: upgradeStep.updating,
    prepared: upgradeStep.preparingToRestart,
    restart: upgradeStep.restarting,
    done: upgradeStep.rebootSuccessful,
    fail: upgradeStep.upgradeFailed,
  },
  [upgradeStep.restarting]: { done: upgradeStep.rebootSuccessful, fail: upgradeStep.upgradeFailed },
  [upgradeStep.rebootSuccessful]: {},
  [upgradeStep.upgradeFailed]: { retry: upgradeStep.waiting },
  [upgradeStep.upgradeNotSupported]: { retry: upgradeStep.waiting },
  [upgradeStep.deviceNotOnline]: { retry: upgradeStep.waiting },
  [upgradeStep.cancelled]: { retry: upgradeStep.waiting },
} as const satisfies Record<UpgradeStep, Partial<Record<UpgradeEvent, UpgradeStep>>>;

/** Where an event leads a terminal; null: it means nothing where it stands. */
export function upgradeStepResult(step: UpgradeStep, event: UpgradeEvent): UpgradeStep | null {
  const table: Partial<Record<UpgradeEvent, UpgradeStep>> = upgradeStepWorkflow[step];
  return table[event] ?? null;
}

/** Whether a terminal of a batch has begun and is not through. */
export function isUpgrading(step: UpgradeStep): boolean {
  return (
    step === upgradeStep.updating ||
    step === upgradeStep.preparingToRestart ||
    step === upgradeStep.restarting
  );
}
