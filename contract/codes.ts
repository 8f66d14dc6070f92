/**
 * Code tables and states of devices, API and files. A table maps the name of a value to the value itself,
 * so that `z.enum(table)` is its schema. Labels are in the locales under `codes.<table>.<value>`.
 */

/** The values of a table as a union. */
export type CodeOf<T> = T[keyof T];

/** Kind of a task. 888 is a two-way call. */
export const taskType = {
  scheduled: 0,
  realTime: 1,
  casterShout: 2,
  alarm: 3,
  miniProgramShout: 4,
  urlAudio: 5,
  syncTts: 6,
  capturer: 7,
  control: 10,
  twoWayCall: 888,
} as const;
export type TaskType = CodeOf<typeof taskType>;

/** Audio source of a task. */
export const audioSource = {
  mediaFile: 0,
  ttsText: 1,
  radio: 2,
  capturer: 3,
  wechatMiniProgram: 4,
  url: 5,
  microphone: 99,
  none: 100,
  controlTask: 101,
} as const;
export type AudioSource = CodeOf<typeof audioSource>;

/** Sources of live speech: a microphone of the site, and that of a phone with a link. */
export const liveSpeech: ReadonlySet<number> = new Set([
  audioSource.microphone,
  audioSource.wechatMiniProgram,
]);

/** Values of `online_role` of a terminal. */
export const terminalRole = { soundColumn: 0, caster: 1, capturer: 2, tts: 3, fire: 4 } as const;
export type TerminalRole = CodeOf<typeof terminalRole>;

/** The same codes under the alternate labels, where 1 stands for casters and dialogue terminals alike. */
export const terminalRoleAlternate = {
  device: 0,
  casterOrDialogue: 1,
  capturer: 2,
  xtts: 3,
  fireDevice: 4,
} as const;

/** Names of the editable type weights; a larger number wins. */
export const taskWeight = {
  fixed: 'fixed_task_priority',
  realTimeWeb: 'real_time_web_priority',
  caster: 'caster_task_priority',
  linkage: 'linkage_task_priority',
  wxTalk: 'wx_talk_task_priority',
  gpioSet: 'gpio_set_task_priority',
} as const;
export type TaskWeight = CodeOf<typeof taskWeight>;

/** Type weight that each task type uses; several types share one. */
export const weightOfTaskType = {
  0: 'fixed_task_priority',
  1: 'real_time_web_priority',
  2: 'caster_task_priority',
  3: 'linkage_task_priority',
  4: 'wx_talk_task_priority',
  5: 'real_time_web_priority',
  6: 'real_time_web_priority',
  7: 'fixed_task_priority',
  10: 'gpio_set_task_priority',
  888: 'caster_task_priority',
} as const satisfies Record<TaskType, TaskWeight>;

/** Values of `feature_code` of an upgrade package. */
export const upgradeFeature = {
  soundColumn: 'aoip.p',
  tts: 'aoip.t',
  alarm: 'aoip.f',
  capturer: 'aoip.e',
} as const;
export type UpgradeFeature = CodeOf<typeof upgradeFeature>;

/** The terminal role that a package is for. */
export const roleOfUpgradeFeature = {
  'aoip.p': terminalRole.soundColumn,
  'aoip.t': terminalRole.tts,
  'aoip.f': terminalRole.fire,
  'aoip.e': terminalRole.capturer,
} as const satisfies Record<UpgradeFeature, TerminalRole>;

/** Voices of the text-to-speech. */
export const ttsVoice = { xiaoyan: 'xiaoyan', xiaofeng: 'xiaofeng' } as const;
export type TtsVoice = CodeOf<typeof ttsVoice>;

/** Audio sources of a real-time task. */
export const audioSourceList = { filePlayback: 0, microphone: 1 } as const;
export type AudioSourceListItem = CodeOf<typeof audioSourceList>;

/** Loop mode. */
export const loopMode = { listOnce: 0, listLoop: 1, trackLoop: 2, trackOnce: 3 } as const;
export type LoopMode = CodeOf<typeof loopMode>;

/** Play order. */
export const playOrder = { sequential: 0, shuffle: 1 } as const;
export type PlayOrder = CodeOf<typeof playOrder>;

/** Schedule day flag. Manual execution is stored as daily (`storedScheduleDay`). */
export const scheduleDay = { daily: 0, weekdays: 1, manualSelection: 2, manualExecution: 3 } as const;
export type ScheduleDay = CodeOf<typeof scheduleDay>;

/** Selected weekdays, 0 is Sunday. */
export const weekday = {
  sunday: 0,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
} as const;
export type Weekday = CodeOf<typeof weekday>;

/** Alarm status of a record. */
export const alarmStatus = { start: 0, stop: 1 } as const;
export type AlarmStatus = CodeOf<typeof alarmStatus>;

/** Call mode. */
export const callMode = {
  default: 'default',
  lowLatency: 'low_latency',
  highQuality: 'high_quality',
  through: 'through',
} as const;
export type CallMode = CodeOf<typeof callMode>;

/** GPIO task type. */
export const gpioTaskType = { ordinary: 'ordinary', link: 'link' } as const;
export type GpioTaskType = CodeOf<typeof gpioTaskType>;

/** Trigger mode of a capturer. */
export const capturerMode = { default: 'default', io: 'io' } as const;
export type CapturerMode = CodeOf<typeof capturerMode>;

/** Position of the contact of an alarm input in its normal state. */
export const inputContact = { normallyOpen: 'normally_open', normallyClosed: 'normally_closed' } as const;
export type InputContact = CodeOf<typeof inputContact>;

/** Play status of a terminal. */
export const playStatus = { free: 0, pause: 1, playing: 2, manualStop: 3, manualPlaying: 4 } as const;
export type PlayStatus = CodeOf<typeof playStatus>;

/** Playback actions. */
export const playbackAction = {
  playing: 'playing',
  paused: 'paused',
  resume: 'resume',
  stop: 'stop',
} as const;
export type PlaybackAction = CodeOf<typeof playbackAction>;

/** Online state, a boolean in the data; these are its label keys. */
export const onlineState = { online: 'online', offline: 'offline' } as const;
export type OnlineState = CodeOf<typeof onlineState>;

/** Upgrade status of one terminal. */
export const upgradeStatus = {
  updating: 'updating',
  preparingToRestart: 'preparing_to_restart',
  restarting: 'restarting',
  rebootSuccessful: 'reboot_successful',
  upgradeFailed: 'upgrade_failed',
  upgradeNotSupported: 'upgrade_not_supported',
  deviceNotOnline: 'device_not_online',
} as const;
export type UpgradeStatus = CodeOf<typeof upgradeStatus>;

/**
 * Progress of one terminal of an upgrade batch: its upgrade status, or that it waits or was cancelled before its
 * upgrade began.
 */
export const upgradeStep = { waiting: 'waiting', ...upgradeStatus, cancelled: 'cancelled' } as const;
export type UpgradeStep = CodeOf<typeof upgradeStep>;

/**
 * Reason why a terminal of an upgrade batch waits or has failed; codes of this project. `terminal`: the terminal
 * reported the reason in a text of its own.
 */
export const upgradeReason = {
  alarm: 'alarm',
  terminal: 'terminal',
  oldVersion: 'old_version',
  otherVersion: 'other_version',
  noProgress: 'no_progress',
  tooLong: 'too_long',
  noReturn: 'no_return',
  removed: 'removed',
  file: 'file',
  untrusted: 'untrusted',
} as const;
export type UpgradeReason = CodeOf<typeof upgradeReason>;

/** State of an upgrade batch. `cancelling`: no more upgrades begin; those under way are finished. */
export const upgradeBatchState = {
  running: 'running',
  paused: 'paused',
  cancelling: 'cancelling',
  ended: 'ended',
} as const;
export type UpgradeBatchState = CodeOf<typeof upgradeBatchState>;

/** Actions of a user on an upgrade batch. */
export const upgradeAction = { pause: 'pause', resume: 'resume', retry: 'retry', cancel: 'cancel' } as const;
export type UpgradeAction = CodeOf<typeof upgradeAction>;

/** Validity of a task or plan, computed by the server in the site's time zone. */
export const taskValidity = {
  inEffect: 'in_effect',
  notEffective: 'not_effective',
  expired: 'expired',
  executing: 'executing',
} as const;
export type TaskValidity = CodeOf<typeof taskValidity>;

/** State of an alarm; `alarming` is shown as "in alarm". */
export const alarmState = {
  notStarted: 'not_started',
  starting: 'starting',
  alarming: 'alarming',
  reset: 'reset',
} as const;
export type AlarmState = CodeOf<typeof alarmState>;

/** Actions on an alarm plan. */
export const alarmPlanAction = { start: 'start', stop: 'stop', reset: 'reset' } as const;
export type AlarmPlanAction = CodeOf<typeof alarmPlanAction>;

/**
 * Actions of a user on an alarm: the three actions on its plan, and `acknowledge` (buzzer off), `silence` and
 * `unsilence` (sound off and on; the plan continues), `step` (the next step of a phased evacuation).
 */
export const alarmAction = {
  ...alarmPlanAction,
  acknowledge: 'acknowledge',
  silence: 'silence',
  unsilence: 'unsilence',
  step: 'step',
} as const;
export type AlarmAction = CodeOf<typeof alarmAction>;

/** Events of an alarm without a user: an edge of an input, the end of the delay, the end of the reset time. */
export const alarmEvent = { input: 'input', delayOver: 'delay_over', resetOver: 'reset_over' } as const;
export type AlarmEvent = CodeOf<typeof alarmEvent>;

/** Ways in which an alarm ends: reset (its cause is gone), stopped, or cancelled before it began to sound. */
export const alarmEnd = { reset: 'reset', stop: 'stop', cancelled: 'cancelled' } as const;
export type AlarmEnd = CodeOf<typeof alarmEnd>;

/** Cause of an alarm: an input, a user, a signed webhook, an alert of the Common Alerting Protocol, a command over MQTT. */
export const alarmCause = {
  input: 'input',
  manual: 'manual',
  webhook: 'webhook',
  cap: 'cap',
  mqtt: 'mqtt',
} as const;
export type AlarmCause = CodeOf<typeof alarmCause>;

/**
 * Drill mode of an alarm: `none` is a real alarm, `silent` plays nothing and terminals confirm, `chosen` plays at
 * chosen terminals.
 */
export const drillMode = { none: 'none', silent: 'silent', chosen: 'chosen' } as const;
export type DrillMode = CodeOf<typeof drillMode>;

/**
 * The attention tone before each round of a message: `alert` two steady tones in turn, `evacuate` the falling sweep
 * of DIN 33404-3 (1200 to 500 Hz in a second), `temporal_three` the three pulses of ISO 8201.
 */
export const attentionTone = {
  none: 'none',
  alert: 'alert',
  evacuate: 'evacuate',
  temporalThree: 'temporal_three',
} as const;
export type AttentionTone = CodeOf<typeof attentionTone>;

/** Modes of switching an output: on for a set time, or on until it is released. */
export const outputMode = { pulse: 'pulse', hold: 'hold' } as const;
export type OutputMode = CodeOf<typeof outputMode>;

/** Progress of turning a preset text into speech. */
export const textBuildStatus = {
  waiting: 'waiting',
  building: 'building',
  built: 'built',
  failed: 'failed',
} as const;
export type TextBuildStatus = CodeOf<typeof textBuildStatus>;

/** TTS authorization of a terminal; shown together with its online state. */
export const ttsAuthorization = { opened: 'opened', notOpened: 'not_opened' } as const;
export type TtsAuthorization = CodeOf<typeof ttsAuthorization>;

/** Actions on a TTS authorization: granting it, and revoking it. */
export const ttsAuthorizationAction = { grant: 'grant', revoke: 'revoke' } as const;
export type TtsAuthorizationAction = CodeOf<typeof ttsAuthorizationAction>;

/** 4G strength by csq. */
export const signalStrength = { weak: 'weak', medium: 'medium', strong: 'strong' } as const;
export type SignalStrength = CodeOf<typeof signalStrength>;

/** Actions of a control task (type 10, source 101) at its terminals; values of this project. */
export const controlAction = {
  powerOn: 'power_on',
  powerOff: 'power_off',
  volume: 'volume',
  restart: 'restart',
  /** Plays an inaudible tone; each terminal reports whether it measured it. */
  selfTest: 'self_test',
} as const;
export type ControlAction = CodeOf<typeof controlAction>;

/** Effect of a plan exception on a day: no tasks, those of a weekday, of another plan, or of a day type. */
export const exceptionAction = {
  skip: 'skip',
  weekday: 'weekday',
  plan: 'plan',
  dayType: 'day_type',
} as const;
export type ExceptionAction = CodeOf<typeof exceptionAction>;

/** Reasons why a broadcast ended; values of this project. */
export const runEnd = {
  /** The programme was played to its end. */
  finished: 'finished',
  /** A user stopped it. */
  stopped: 'stopped',
  noTargets: 'no_targets',
  source: 'source',
  /** The duration or the end time of the schedule was reached before the end of the programme. */
  time: 'time',
  /** The speaker ended the talk. */
  hungUp: 'hung_up',
  /** The right to speak was withdrawn. */
  denied: 'denied',
  /** The alarm of the broadcast was reset or stopped. */
  alarm: 'alarm',
  /** The trigger of the broadcast (an input, a GPIO task, an alarm) is no longer active. */
  released: 'released',
  /** Replaced by its successor: the next run of the task, or the message after the tone. */
  replaced: 'replaced',
  /** Every terminal of a self-test had answered, or the test took too long. */
  tested: 'tested',
  /** Its end time passed while the server was down. */
  outage: 'outage',
} as const;
export type RunEnd = CodeOf<typeof runEnd>;

/** Results of a run in the task log; values of this project. */
export const runResult = {
  ...runEnd,
  missed: 'missed',
  failed: 'failed',
  done: 'done',
  /** The server was down when the run was due, and terminals played it on their own (server/air/offline). */
  offline: 'offline',
} as const;
export type RunResult = CodeOf<typeof runResult>;

/** States of a fault. */
export const faultState = { new: 'new', acknowledged: 'acknowledged', resolved: 'resolved' } as const;
export type FaultState = CodeOf<typeof faultState>;

/** Resume policy of a pre-empted broadcast: at the live position, not at all, or where it was interrupted. */
export const resumePolicy = { live: 'live', none: 'none', position: 'position' } as const;
export type ResumePolicy = CodeOf<typeof resumePolicy>;

/**
 * Behaviour of a start at terminals that are busy with speech or with a task of higher rank: by rank alone, waits
 * until all are free, starts at the free ones, or is refused.
 */
export const busyPolicy = {
  preempt: 'preempt',
  wait: 'wait',
  freeOnly: 'free_only',
  refuse: 'refuse',
} as const;
export type BusyPolicy = CodeOf<typeof busyPolicy>;

/** Content of a recording (`recordType`). */
export const recordType = { page: 'page', call: 'call', alarm: 'alarm', capturer: 'capturer' } as const;
export type RecordType = CodeOf<typeof recordType>;

/** Every table whose values have labels in the locales under `codes.<table>.<value>`. */
export const codeTables = {
  taskType,
  audioSource,
  terminalRole,
  terminalRoleAlternate,
  taskWeight,
  upgradeFeature,
  ttsVoice,
  audioSourceList,
  loopMode,
  playOrder,
  scheduleDay,
  weekday,
  alarmStatus,
  callMode,
  gpioTaskType,
  capturerMode,
  inputContact,
  playStatus,
  playbackAction,
  onlineState,
  upgradeStatus,
  upgradeStep,
  upgradeReason,
  upgradeBatchState,
  upgradeAction,
  taskValidity,
  alarmState,
  alarmPlanAction,
  alarmAction,
  alarmCause,
  drillMode,
  attentionTone,
  outputMode,
  textBuildStatus,
  ttsAuthorization,
  ttsAuthorizationAction,
  signalStrength,
  faultState,
  resumePolicy,
  busyPolicy,
  recordType,
  controlAction,
  exceptionAction,
  runResult,
} as const;
export type CodeTable = keyof typeof codeTables;

/** Locale key of a code's label, e.g. `codes.taskType.888`. */
export function codeLabelKey<T extends CodeTable>(table: T, value: CodeOf<(typeof codeTables)[T]>): string {
  return `codes.${table}.${String(value)}`;
}

/** Values of a table in the order of its declaration, e.g. for a list of choices. */
export function codeValues<T extends Record<string, string | number>>(table: T): T[keyof T][] {
  return Object.values(table) as T[keyof T][];
}
