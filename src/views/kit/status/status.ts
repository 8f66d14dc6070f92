import type { GlyphName } from './glyphs.ts';

/**
 * Presentation of a state. `grey` and `strong` are plain glyph and text; `fault` and `alarm` are solid chips
 * of new states, the `…Outline` kinds those of acknowledged ones.
 */
export type Tone = 'grey' | 'strong' | 'fault' | 'faultOutline' | 'alarm' | 'alarmOutline';

export interface StatusLook {
  glyph: GlyphName;
  tone: Tone;
}

const look = (glyph: GlyphName, tone: Tone = 'grey'): StatusLook => ({ glyph, tone });

/** Every state that the console shows. Its text is the locale key `status.<name>`. */
export const statuses = {
  playing: look('play', 'strong'),
  /** Sent to a loudspeaker that reports nothing back. */
  sent: look('playCircle', 'strong'),
  manual_playing: look('playCircle', 'strong'),
  paused: look('pause'),
  manual_stop: look('recordStop'),
  free: look('circle'),
  online: look('circle'),
  updating: look('arrowCircleUp', 'strong'),
  found: look('dashedPlus'),
  expected: look('clock'),
  offline: look('warning', 'fault'),
  offline_known: look('warningOutline', 'faultOutline'),
  /** The fault is that of its relay. */
  behind_relay: look('warningOutline', 'faultOutline'),
  no_sound: look('warning', 'fault'),
  no_sound_known: look('warningOutline', 'faultOutline'),
  /** No report for some seconds on whether it sounds, which is not yet a fault. */
  not_known: look('subtractCircle', 'strong'),
  locked: look('warning', 'fault'),
  alarm_playing: look('alarm', 'alarm'),
  preempted: look('bars'),
  waiting: look('clock'),
  skipped: look('subtractCircle'),
  conflict: look('warning', 'fault'),
  not_started: look('alarmOutline'),
  starting: look('dataPie', 'alarmOutline'),
  in_alarm: look('alarm', 'alarm'),
  silenced: look('speakerOff', 'alarmOutline'),
  reset: look('checkmark'),
  alarm_stopped: look('recordStop'),
  alarm_cancelled: look('recordStop'),
  drill: look('dashedPlus'),
  fault_new: look('warning', 'fault'),
  fault_acknowledged: look('warningOutline', 'faultOutline'),
  fault_shelved: look('clock'),
  fault_resolved: look('checkmark'),
  preparing_to_restart: look('clock'),
  restarting: look('arrowCircleUp'),
  reboot_successful: look('checkmark', 'strong'),
  upgrade_failed: look('warning', 'fault'),
  upgrade_not_supported: look('subtractCircle'),
  upgrade_cancelled: look('recordStop'),
  upgrade_halted: look('warning', 'fault'),
  upgrade_cancelling: look('clock'),
  upgrade_ended: look('checkmark'),
  upgrade_ended_failed: look('warningOutline', 'faultOutline'),
  device_not_online: look('prohibited'),
  not_effective: look('clock'),
  in_effect: look('checkmark', 'strong'),
  executing: look('play', 'strong'),
  expired: look('subtractCircle'),
  build_waiting: look('clock'),
  building: look('dataPie'),
  built: look('checkmark'),
  build_failed: look('warning', 'fault'),
  ready: look('checkmark'),
  not_ready: look('warning', 'fault'),
  input_active: look('warning', 'fault'),
  input_normal: look('circle'),
  input_tested: look('dashedPlus'),
  line_fault: look('warning', 'fault'),
  output_on: look('playCircle', 'strong'),
  output_off: look('circle'),
  output_failed: look('warning', 'fault'),
  io_offline: look('warningOutline', 'faultOutline'),
  io_unknown: look('subtractCircle'),
  gpio_running: look('play', 'strong'),
  gpio_in_alarm: look('alarmOutline', 'alarmOutline'),
  gpio_idle: look('circle'),
  gpio_disabled: look('subtractCircle'),
  code_running: look('play', 'strong'),
  code_disabled: look('subtractCircle'),
  integration_works: look('checkmark'),
  integration_off: look('subtractCircle'),
  integration_fails: look('warning', 'fault'),
  signal_weak: look('warning', 'fault'),
  signal_medium: look('signalMedium'),
  signal_strong: look('signalStrong', 'strong'),
  signal_none: look('subtractCircle'),
  radio_untested: look('circle'),
  radio_testing: look('dataPie'),
  radio_works: look('checkmark'),
  radio_fails: look('warning', 'fault'),
} as const satisfies Record<string, StatusLook>;
export type StatusName = keyof typeof statuses;
