import type { SignalStrength, TaskWeight } from './codes.ts';

/** Business constants, limits, and names that API calls use. Units are in the names or the comments. */

/** Files per upload selection. */
export const uploadMaxFiles = 10;

/** Time that a start waits in the queue if it names none, and the longest one, seconds. */
export const WAIT_S = 60;
export const MAX_WAIT_S = 3_600;
/** Interval of the retries of a scheduled task whose terminals are busy, s, and its limits; most retries. */
export const RETRY_S = 60;
export const LEAST_RETRY_S = 10;
export const MAX_RETRY_S = 3_600;
export const MAX_RETRIES = 10;

/** Minimum password length; the maxima of the password rules are in `rules.ts`. */
export const passwordMinLength = 8;

/** Default bounds of the length rules, characters. */
export const lengthDefaults = { min: 1, max: 50, lengthMin: 8 } as const;

/** Advance start time of a task, seconds. */
export const defaultAdvancePlayTime = 0;

/** Length of a dialogue code. */
export const dialogueCodeLength = 8;

/** Requests time out after this long, milliseconds. */
export const requestTimeoutMs = 180_000;
/** Name of the token cookie. */
export const tokenCookie = 'TOKEN';
/** Stored texts that mean that there is no token. */
export const noTokenTexts = ['', 'null', 'undefined'] as const;
/** Header of the token. */
export const tokenHeader = 'access_token';
/** Header that marks a request of the console. */
export const requestTypeHeader = 'Request-Type';
/** Session storage keys. */
export const sessionStorageKeys = { loginUser: 'loginUser', role: 'own_role' } as const;
/** The paths whose error codes go to the success handler. */
export const pathsHandledAsSuccess = ['/v1/cc/code', '/v1/sys/tts_license'] as const;

/** Operation debounce, message display and longest loading mask, milliseconds. */
export const debounceMs = 1000;
export const messageDisplayMs = 1000;
export const loadingMaskMaxMs = 100;

/** The splitter, pixels: minimum left position, and room kept at the right edge. */
export const splitter = { minLeftPx: 32, rightMarginPx: 150 } as const;
/** Widths after a layout reset: the left panel 20% minus 12 px, the middle 80%. */
export const layoutReset = { leftPercent: 20, leftMinusPx: 12, middlePercent: 80 } as const;

/** Logo boxes, pixels; the second is for the two profiles that hide TTS. */
export const logoSizes = { wide: { width: 300, height: 60 }, tall: { width: 200, height: 160 } } as const;
/** Ratio of an uploaded logo, length to width. */
export const logoRatio = 3;

/** Prefix of tunnel ids in trees. */
export const tunnelIdPrefix = 'istunnel_';

/** Bounds of a csq reading. */
export const csqRange = { min: 0, max: 31 } as const;
/** Strongest csq that is still weak, and still medium. */
export const csqBounds = { weak: 15, medium: 25 } as const;

/** 4G strength of a csq reading or average; null when it lies outside 0-31. */
export function signalStrengthOf(csq: number): SignalStrength | null {
  if (!(csq >= csqRange.min && csq <= csqRange.max)) return null;
  if (csq <= csqBounds.weak) return 'weak';
  return csq <= csqBounds.medium ? 'medium' : 'strong';
}

/** The in-China coordinate box, degrees. */
export const chinaBox = {
  longitude: { min: 72.004, max: 137.8347 },
  latitude: { min: 0.8293, max: 55.8271 },
} as const;

/** Tells whether a position lies in the in-China coordinate box, bounds included; degrees. */
export function inChina(longitude: number, latitude: number): boolean {
  const { longitude: x, latitude: y } = chinaBox;
  return longitude >= x.min && longitude <= x.max && latitude >= y.min && latitude <= y.max;
}

/** Defaults of the configurable retention, days. */
export const retentionDefaults = {
  log_retention_days: 180,
  task_log_retention_days: 180,
  upgrade_log_retention_days: 365,
  record_retention_days: 90,
} as const;
export type RetentionField = keyof typeof retentionDefaults;
/** Bounds of every retention field, days. */
export const retentionRange = { min: 1, max: 3650 } as const;

/** First values of the editable type weights (`taskWeight` in `codes.ts`); a larger number wins. */
export const defaultTaskWeights = {
  fixed_task_priority: 10,
  real_time_web_priority: 20,
  wx_talk_task_priority: 30,
  caster_task_priority: 40,
  gpio_set_task_priority: 50,
  linkage_task_priority: 60,
} as const satisfies Record<TaskWeight, number>;

/** Lifetime of a pairing code, seconds. */
export const pairingCodeSeconds = 600;

/** Number of digits of a pairing code; `guessed`: of a code issued while wrong codes are being tried. */
export const pairingDigits = { usual: 6, guessed: 12 } as const;
export const pairingPattern = /^(?:[0-9]{6}|[0-9]{12})$/;

/** A random code of six digits, leading zeros kept. Unbiased and from the system's random source. */
export function randomCode(): string {
  const limit = 4_294_000_000; // largest multiple of a million below 2^32
  const draw = new Uint32Array(1);
  do crypto.getRandomValues(draw);
  while ((draw[0] ?? limit) >= limit);
  return String((draw[0] ?? 0) % 1_000_000).padStart(6, '0');
}
