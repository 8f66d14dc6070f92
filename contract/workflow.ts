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

/** Actions on the list of a broadcast, beside the playback actions: the item before or after the present one. */
export const itemActions = ['previous', 'next'] as const;
export type ItemAction = (typeof itemActions)[number];

/**
 * State table of playback: the actions that a user may take in each play status, and the resulting status. Actions of
 * a user lead to manual playing, pause and manual stop only, except that another item leaves the status as it is. Free
 * and playing are set by the schedule and the end of the programme.
 */
export const playbackWorkflow = {
  [playStatus.free]: { playing: playStatus.manualPlaying },
  [playStatus.pause]: {
    resume: playStatus.manualPlaying,
    stop: playStatus.manualStop,
    previous: playStatus.pause,
    next: playStatus.pause,
  },
  [playStatus.playing]: {
    paused: playStatus.pause,
    stop: playStatus.manualStop,
    previous: playStatus.playing,
    next: playStatus.playing,
  },
  [playStatus.manualStop]: { playing: playStatus.manualPlaying },
  [playStatus.manualPlaying]: {
    paused: playStatus.pause,
    stop: playStatus.manualStop,
    previous: playStatus.manualPlaying,
    next: playStatus.manualPlaying,
  },
} as const satisfies Record<PlayStatus, Partial<Record<PlaybackAction | ItemAction, PlayStatus>>>;

/** Actions that a control task has: its sound, the self-test, cannot be paused. */
export const controlTaskActions = ['playing', 'stop'] as const satisfies readonly PlaybackAction[];

/** The status that an action leads to, or null where it is not allowed. */
export function playbackResult(status: PlayStatus, action: PlaybackAction | ItemAction): PlayStatus | null {
  const allowed: Partial<Record<PlaybackAction | ItemAction, PlayStatus>> = playbackWorkflow[status];
  return allowed[action] ?? null;
}

/**
 * State table of the authorization of a TTS terminal: a second grant changes the number of its licences; an
 * authorization that is not opened cannot be revoked.
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

/** State of a terminal with this number of licences. */
export function ttsAuthorizationOf(licenses: number): TtsAuthorization {
  return licenses > 0 ? ttsAuthorization.opened : ttsAuthorization.notOpened;
}

/**
 * State table of an alarm: the state that each action of a user and each event leads to. Guards: `reset` while
 * `alarming`, and every transition from `reset` back to `not_started`, require that no input of the plan is active.
 * The server enforces this table, and the console shows the allowed actions from it.
 *
 * An input that becomes inactive during the delay does not end it: a broken wire must not cancel an alarm. An edge
 * while `alarming` or `starting` joins the alarm; an edge while `reset` starts it again.
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

/** Data of an alarm that its transitions depend on beside its state. */
export interface AlarmGuard {
  /** Inputs of its plan that are active now. */
  active_inputs: readonly number[];
  acknowledged: boolean;
  silenced: boolean;
  /** Number of steps of the plan that have not been taken. */
  steps_left: number;
}

/** Reason why an action is refused: the state forbids it, an input is still active, or it was done already. */
export type AlarmRefusal = 'state' | 'input_active' | 'done';

/** State that an action or event leads to, or the reason of its refusal. */
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

/** Events of an upgrade batch without a user: too many failures; all terminals are done. */
export type UpgradeBatchEvent = 'limit' | 'over';

/**
 * State table of an upgrade batch (docs/decisions/0070) for actions of a user and events. Retry restarts terminals
 * that failed, were offline or were cancelled; cancel removes terminals whose upgrade has not begun.
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

/** State table of an upgrade that is being planned in the console: it becomes a batch, which runs. */
export const rolloutWorkflow = {
  planned: { begin: upgradeBatchState.running },
  [upgradeBatchState.running]: {},
} as const;

/**
 * State that an action or event leads to; null: not allowed. @param retryable number of terminals that a retry would
 * restart; with 0 a retry is not allowed
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

/** Events of one terminal of an upgrade batch. */
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

/** State table of one terminal of an upgrade batch (its upgrade status). */
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

/** State that an event leads a terminal to; null: the event has no effect in its state. */
export function upgradeStepResult(step: UpgradeStep, event: UpgradeEvent): UpgradeStep | null {
  const table: Partial<Record<UpgradeEvent, UpgradeStep>> = upgradeStepWorkflow[step];
  return table[event] ?? null;
}

/** Tells whether the upgrade of a terminal has begun and not finished. */
export function isUpgrading(step: UpgradeStep): boolean {
  return (
    step === upgradeStep.updating ||
    step === upgradeStep.preparingToRestart ||
    step === upgradeStep.restarting
  );
}
