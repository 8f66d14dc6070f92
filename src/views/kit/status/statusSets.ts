import type { StatusName } from './status.ts';

const plays = ['free', 'paused', 'playing', 'manual_stop', 'manual_playing', 'waiting'] as const;
const away = ['expected', 'offline', 'offline_known', 'behind_relay', 'locked'] as const;

/** States that the status column of each kind of rows can show: the longest of their words decides its width. */
export const statusSets = {
  fault: ['fault_new', 'fault_acknowledged', 'fault_shelved', 'fault_resolved'],
  radio: ['radio_untested', 'radio_testing', 'radio_works', 'radio_fails'],
  build: ['build_waiting', 'building', 'built', 'build_failed'],
  device: [
    ...away,
    'no_sound',
    'no_sound_known',
    'not_known',
    'sent',
    'free',
    'paused',
    'playing',
    'manual_stop',
    'manual_playing',
  ],
  terminal: [...away, 'online', 'no_sound', 'no_sound_known', 'not_known', 'sent', ...plays],
  link: ['online', 'offline'],
  upgradeStep: [
    'upgrade_failed',
    'upgrade_not_supported',
    'device_not_online',
    'restarting',
    'preparing_to_restart',
    'updating',
    'waiting',
    'upgrade_cancelled',
    'reboot_successful',
  ],
  upgradeBatch: [
    'updating',
    'upgrade_halted',
    'paused',
    'upgrade_cancelling',
    'upgrade_ended_failed',
    'upgrade_ended',
  ],
  validity: ['executing', 'in_effect', 'not_effective', 'expired'],
  play: plays,
  task: ['no_sound', 'playing', 'paused', 'waiting'],
  code: ['code_running', 'ready', 'code_disabled'],
  alarmPlan: ['not_started', 'starting', 'in_alarm', 'silenced', 'reset', 'drill'],
  alarmRecord: ['drill', 'reset', 'alarm_stopped', 'alarm_cancelled', 'in_alarm', 'starting'],
  linkage: ['alarm_playing', 'playing', 'ready', 'not_ready'],
  signal: ['signal_weak', 'signal_medium', 'signal_strong', 'signal_none'],
  found: ['conflict', 'found'],
  gpio: ['gpio_in_alarm', 'gpio_running', 'gpio_idle', 'gpio_disabled'],
  line: [
    'input_active',
    'line_fault',
    'output_failed',
    'output_on',
    'input_tested',
    'io_offline',
    'input_normal',
    'output_off',
    'io_unknown',
  ],
  integration: ['integration_off', 'integration_works', 'integration_fails'],
} as const satisfies Record<string, readonly StatusName[]>;

/** Kind of rows with a status column. */
export type StatusSet = keyof typeof statusSets;
