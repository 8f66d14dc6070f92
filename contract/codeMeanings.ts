import type { z } from 'zod';
import type {
  AlarmCause,
  AlarmEnd,
  AlarmState,
  AlarmStatus,
  AttentionTone,
  CallMode,
  CapturerMode,
  ControlAction,
  DrillMode,
  ExceptionAction,
  FaultState,
  GpioTaskType,
  InputContact,
  LoopMode,
  OutputMode,
  PlayOrder,
  PlayStatus,
  RecordType,
  ResumePolicy,
  ScheduleDay,
  TaskValidity,
  TerminalRole,
  TextBuildStatus,
  TtsVoice,
  UpgradeBatchState,
  UpgradeFeature,
  UpgradeReason,
  UpgradeStep,
  Weekday,
} from './codes.ts';
import type { AlarmEventKind } from './entities/alarm.ts';
import type { BackupKind, BackupReason, BackupRhythm, BackupStage, BackupTrial } from './entities/backup.ts';
import type { broadcastState, notHeard, targetState } from './entities/broadcast.ts';
import type { FaultKind } from './entities/fault.ts';
import type { CapSeverity, IntegrationKind } from './entities/integration.ts';
import type { IoEventKind } from './entities/io.ts';
import type { KeepingState } from './entities/keeping.ts';
import type { QuickAction } from './entities/quickCode.ts';
import type { RadioState } from './entities/radio.ts';
import type { SignalState } from './entities/signal.ts';
import type { TerminalKind } from './entities/terminal.ts';
import { audioSourceWords, runResultWords, taskTypeWords, type Words } from './exportWords.ts';
import type { KeepTrouble } from './keeping.ts';

/** English words of a table that the exports write too. */
const english = (words: Words) =>
  Object.fromEntries(Object.entries(words).map(([code, { en }]) => [code, en.toLowerCase()]));

const taskType = english(taskTypeWords);
const { on_air: _, ...runResult } = english(runResultWords);

/**
 * The meaning of every code that the API sends or takes, in English, for its description. A table of contract/codes.ts
 * with a value that is missing here does not compile.
 */
export const meaningOf = {
  taskType,
  audioSource: english(audioSourceWords),
  runResult,
  role: {
    0: 'sound terminal',
    1: 'caster or dialogue terminal',
    2: 'capturer',
    3: 'TTS terminal',
    4: 'fire and alarm terminal',
  } satisfies Record<TerminalRole, string>,
  kind: {
    device: 'sound terminal',
    caster: 'call station',
    dialogue: 'intercom',
    capturer: 'sound inputs',
    xtts: 'text to speech',
    fire_control_device: 'alarm inputs and outputs',
  } satisfies Record<TerminalKind, string>,
  playOrder: { 0: 'sequential', 1: 'shuffle' } satisfies Record<PlayOrder, string>,
  loop: {
    0: 'the list once',
    1: 'the list again and again',
    2: 'one track again and again',
    3: 'one track once',
  } satisfies Record<LoopMode, string>,
  scheduleDay: {
    0: 'every day',
    1: 'Monday to Friday',
    2: 'the days of `weekday_flags`',
    3: 'by hand, stored as 0',
  } satisfies Record<ScheduleDay, string>,
  weekday: {
    0: 'Sunday',
    1: 'Monday',
    2: 'Tuesday',
    3: 'Wednesday',
    4: 'Thursday',
    5: 'Friday',
    6: 'Saturday',
  } satisfies Record<Weekday, string>,
  resumePolicy: {
    live: 'where it would be by now',
    none: 'it does not come back',
    position: 'where it was interrupted',
  } satisfies Record<ResumePolicy, string>,
  voice: { xiaoyan: 'female voice', xiaofeng: 'male voice' } satisfies Record<TtsVoice, string>,
  controlAction: {
    power_on: 'switch the amplifier on',
    power_off: 'switch the amplifier off',
    volume: 'set the play volume to `control_volume`',
    restart: 'restart the terminal',
    self_test: 'play an inaudible tone that each terminal reports back',
  } satisfies Record<ControlAction, string>,
  validity: {
    in_effect: 'its dates hold',
    not_effective: 'disabled, or before its first day',
    expired: 'after its last day',
    executing: 'it plays now',
  } satisfies Record<TaskValidity, string>,
  exceptionAction: {
    skip: 'nothing runs',
    weekday: 'the tasks of `weekday` run',
    plan: 'the tasks of the other plan run',
  } satisfies Record<ExceptionAction, string>,
  playStatus: {
    0: 'free',
    1: 'paused',
    2: 'playing by schedule',
    3: 'stopped by hand',
    4: 'playing, started by hand',
  } satisfies Record<PlayStatus, string>,
  broadcastState: {
    playing: 'on the air',
    paused: 'paused by a person',
    waiting: 'every terminal is taken by something of higher priority',
    ended: 'over',
  } satisfies Record<z.output<typeof broadcastState>, string>,
  targetState: {
    sounding: 'heard there now, by report of the terminal',
    unknown: 'sent, and the terminal does not report any more',
    silent: 'should sound, and does not',
    preempted: 'something of higher priority has the terminal',
    paused: 'paused by a person',
    offline: 'the terminal is not connected',
    left: 'no target any more: taken out by hand, or pre-empted for good',
    ended: 'the broadcast is over',
  } satisfies Record<z.output<typeof targetState>, string>,
  notHeard: {
    offline: 'not connected',
    locked: 'a browser that waits for a click',
    unsynced: 'no common clock',
    silent: 'silent while it should sound',
    self_test: 'its last self-test failed',
  } satisfies Record<z.output<typeof notHeard>, string>,
  buildStatus: {
    waiting: 'in the queue',
    building: 'in progress',
    built: 'ready',
    failed: 'cannot be used',
  } satisfies Record<TextBuildStatus, string>,
  radioState: {
    untested: 'never tried',
    testing: 'being tried',
    works: 'sound came at the last try',
    fails: 'no sound came at the last try',
  } satisfies Record<RadioState, string>,
  faultState: {
    new: 'nobody has acknowledged it',
    acknowledged: 'somebody has seen it',
    resolved: 'what was wrong is right again',
  } satisfies Record<FaultState, string>,
  faultKind: {
    terminal_lost: 'a terminal is not connected',
    terminal_silent: 'a terminal should sound and does not',
    terminal_gaps: 'a terminal loses much of its sound',
    terminal_locked: 'a browser terminal waits for a click',
    terminal_duplicate: 'two terminals use one code',
    terminal_unsynced: 'a terminal does not hold what it is to play without a link',
    fire_device_lost: 'a fire terminal is not connected',
    input_line: 'a supervised input line is broken or short-circuited',
    output_failed: 'an output did not switch',
    schedule_missed: 'a scheduled run did not take place',
    schedule_failed: 'a scheduled run could not start',
    source_silent: 'no sound comes from the source of a broadcast',
    capturer_gone: 'a capturer went while its task ran',
    self_test: 'a terminal failed its self-test',
    alarm_message: 'the message of a linkage task is missing',
    alarm_nowhere: 'an alarm runs and has no terminal to sound at',
    recording_stopped: 'recording stopped, the disk is nearly full',
    recording_failed: 'a recording could not be written',
    snapshot: 'the snapshot for a start without the database cannot be written',
    build_waiting: 'files or texts wait to be prepared, database or disk keep them back',
    disk: 'little free space',
    disk_files: 'few files can still be made on the disk',
    disk_unwritable: 'the disk is read-only, broken or does not answer',
    backup_failed: 'a backup could not be made',
    backup_trial_failed: 'a backup could not be restored in trial',
    backup_overdue: 'no backup was made for long after its time',
    backup_untried: 'no backup was restored in trial, or not for long',
    clock: 'the clock of the server jumped',
    database: 'the database cannot be reached',
    tts: 'text cannot be spoken',
    integration: 'an integration fails',
  } satisfies Record<FaultKind, string>,
  backupReason: {
    place_gone: 'the folder is not there, or another disk is in its place',
    place_unwritable: 'nothing can be written in it',
    no_room: 'too little free space',
    busy: 'another backup is being made',
    damaged: 'the file is not what was written',
    interrupted: 'it was cut off three times',
    failed: 'something else',
  } satisfies Record<BackupReason, string>,
  backupStage: {
    waiting: 'it begins when no alarm runs',
    writing: 'the file is written',
    verifying: 'the file is read and compared',
    files: 'files are restored',
    rows: 'rows are restored and compared',
  } satisfies Record<BackupStage, string>,
  backupTrial: {
    none: 'there was none',
    worked: 'it could be restored',
    failed: 'it could not be restored',
  } satisfies Record<BackupTrial, string>,
  backupKind: {
    backup: 'a backup is made',
    trial: 'one is restored in trial',
  } satisfies Record<BackupKind, string>,
  backupRhythm: {
    days: 'every `every_days` days',
    weekdays: 'on each of `weekdays`',
  } satisfies Record<BackupRhythm, string>,
  alarmState: {
    not_started: 'ready',
    starting: 'the delay runs, it can be cancelled',
    alarming: 'it sounds',
    reset: 'its reset time runs',
  } satisfies Record<AlarmState, string>,
  alarmStatus: { 0: 'it runs', 1: 'it is over' } satisfies Record<AlarmStatus, string>,
  alarmEnd: {
    reset: 'reset after its cause was gone',
    stop: 'stopped by a person or system',
    cancelled: 'cancelled before it sounded',
  } satisfies Record<AlarmEnd, string>,
  alarmCause: {
    input: 'an input of a fire terminal',
    manual: 'a person',
    webhook: 'a signed webhook',
    cap: 'an alert of the Common Alerting Protocol',
  } satisfies Record<AlarmCause, string>,
  alarmEvent: {
    input_active: 'an input became active',
    input_normal: 'an input went back to normal',
    start: 'started',
    alarming: 'the delay was over, it sounds',
    step: 'a later step began',
    acknowledge: 'acknowledged',
    silence: 'its sound was switched off',
    unsilence: 'its sound was switched on again',
    stop: 'stopped',
    reset: 'reset',
    cancelled: 'cancelled during the delay',
    over: 'over',
    reached: 'heard at all its terminals',
    fell_silent: 'a terminal fell silent',
    joined: 'a terminal came in',
    left: 'a terminal went',
    message_failed: 'its message could not be played',
    output_failed: 'an output did not switch',
    device_lost: 'its fire terminal was lost',
    device_back: 'its fire terminal came back',
    server_restart: 'the server started again while it ran',
    note: 'a note was written',
  } satisfies Record<AlarmEventKind, string>,
  drill: {
    none: 'real',
    silent: 'nothing sounds, terminals confirm',
    chosen: 'at the terminals named and nowhere else',
  } satisfies Record<DrillMode, string>,
  tone: {
    none: 'no tone',
    alert: 'two steady tones in turn',
    evacuate: 'falling sweep of DIN 33404-3',
    temporal_three: 'three pulses of ISO 8201',
  } satisfies Record<AttentionTone, string>,
  callMode: {
    default: 'as the site has it',
    low_latency: 'smallest buffer',
    high_quality: 'larger buffer that rides out a bad link',
    through: 'passed on as it comes',
  } satisfies Record<CallMode, string>,
  gpioType: {
    ordinary: 'an edge of an input runs it',
    link: 'an alarm plan runs it',
  } satisfies Record<GpioTaskType, string>,
  capturerMode: {
    default: 'by hand or schedule',
    io: 'by the input of the channel',
  } satisfies Record<CapturerMode, string>,
  contact: {
    normally_open: 'active while the contact is closed',
    normally_closed: 'active while it is open',
  } satisfies Record<InputContact, string>,
  outputMode: {
    pulse: 'on for `pulse_ms`',
    hold: 'on until it is let go',
  } satisfies Record<OutputMode, string>,
  ioEvent: {
    active: 'an input became active',
    normal: 'it went back to normal',
    open: 'its line broke',
    short: 'its line was short-circuited',
    whole: 'its line is whole again',
    test_on: 'test mode began',
    test_off: 'test mode ended',
    hold: 'an output is held on',
    release: 'it was let go',
    pulse: 'it was pulsed',
    on: 'found on, nobody had asked for it',
    off: 'found off, nobody had asked for it',
    failed: 'it did not switch',
  } satisfies Record<IoEventKind, string>,
  integrationKind: {
    webhook_out: 'tells another system of alarms and faults',
    webhook_in: 'lets another system start and end an alarm plan',
    cap: 'takes alerts of the Common Alerting Protocol 1.2',
  } satisfies Record<IntegrationKind, string>,
  severity: {
    Unknown: 'not said',
    Minor: 'minimal threat',
    Moderate: 'possible threat',
    Severe: 'significant threat',
    Extreme: 'extraordinary threat',
  } satisfies Record<CapSeverity, string>,
  keeping: {
    synced: 'it holds all of it',
    waiting: 'it fetches just now',
    trouble: 'it cannot, see `trouble`',
    offline: 'it lacks something and is not connected',
    unknown: 'not seen since the server started',
    unsupported: 'it keeps nothing',
  } satisfies Record<KeepingState, string>,
  keepTrouble: {
    fetching: 'still fetching',
    full: 'no room',
    download: 'a download fails',
    corrupt: 'what came is not what was to come',
    disk: 'its storage fails',
  } satisfies Record<KeepTrouble, string>,
  quickAction: {
    task: 'starts a saved task',
    page: 'lets the station speak at once',
    call: 'calls a terminal or a virtual caster',
  } satisfies Record<QuickAction, string>,
  recordType: {
    page: 'speech to loudspeakers',
    call: 'both ways of a call',
    alarm: 'an alarm',
    capturer: 'a capturer task',
  } satisfies Record<RecordType, string>,
  signal: {
    weak: 'csq up to 15',
    medium: 'csq 16 to 25',
    strong: 'csq above 25',
    none: 'no reading',
  } satisfies Record<SignalState, string>,
  upgradeFeature: {
    'aoip.p': 'sound terminals',
    'aoip.t': 'TTS terminals',
    'aoip.f': 'fire and alarm terminals',
    'aoip.e': 'capturers',
  } satisfies Record<UpgradeFeature, string>,
  upgradeState: {
    running: 'terminals are upgraded',
    paused: 'nothing more begins until it is resumed',
    cancelling: 'nothing more begins, the rest is finished',
    ended: 'over',
  } satisfies Record<UpgradeBatchState, string>,
  upgradeStep: {
    waiting: 'not begun',
    updating: 'downloads the package',
    preparing_to_restart: 'package taken, restart next',
    restarting: 'restarts',
    reboot_successful: 'runs the new version',
    upgrade_failed: 'failed, see `reason`',
    upgrade_not_supported: 'cannot be upgraded',
    device_not_online: 'not connected',
    cancelled: 'taken out before it began',
  } satisfies Record<UpgradeStep, string>,
  upgradeReason: {
    alarm: 'an alarm runs',
    terminal: 'the terminal says so, in `detail`',
    old_version: 'too old for this package',
    other_version: 'it came back with another version',
    no_progress: 'the download stands still',
    too_long: 'it took too long',
    no_return: 'it did not come back',
    removed: 'the terminal was deleted',
    file: 'the package is lost',
    untrusted: 'the package is not trusted any more',
  } satisfies Record<UpgradeReason, string>,
} as const;

/** Codes with their meanings as a text: `0 free; 1 paused`. @param only the codes that a field takes, else all */
export function codes(
  meanings: Readonly<Record<string | number, string>>,
  only: readonly (string | number)[] = Object.keys(meanings),
): string {
  return only.map((code) => `\`${code}\` ${meanings[code] ?? code}`).join('; ');
}
