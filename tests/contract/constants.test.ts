import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeValues, taskWeight } from '../../contract/codes.ts';
import * as constants from '../../contract/constants.ts';
import { formatDuration, formatTimestamp } from '../../contract/format.ts';
import {
  defaultLanguage,
  htmlLang,
  languageStorageKey,
  languages,
  pageLanguage,
  toLanguage,
} from '../../contract/language.ts';
import { randomRuns } from '../support/random.ts';

describe('constants', () => {
  it.each([
    ['upload selection limit', constants.uploadMaxFiles, 10],
    ['minimum password length', constants.passwordMinLength, 8],
    ['default advance start time', constants.defaultAdvancePlayTime, 0],
    ['dialogue code length', constants.dialogueCodeLength, 8],
    ['request time-out ms', constants.requestTimeoutMs, 180_000],
    ['token cookie name', constants.tokenCookie, 'TOKEN'],
    ['operation debounce ms', constants.debounceMs, 1000],
    ['message display ms', constants.messageDisplayMs, 1000],
    ['loading mask maximum ms', constants.loadingMaskMaxMs, 100],
    ['splitter', constants.splitter, { minLeftPx: 32, rightMarginPx: 150 }],
    ['layout reset', constants.layoutReset, { leftPercent: 20, leftMinusPx: 12, middlePercent: 80 }],
    ['logo, most profiles', constants.logoSizes.wide, { width: 300, height: 60 }],
    ['logo, profiles without TTS', constants.logoSizes.tall, { width: 200, height: 160 }],
    ['signal range', constants.csqRange, { min: 0, max: 31 }],
  ])('%s', (_name, value, expected) => expect(value).toEqual(expected));

  it('two paths are handled as success even on an error code', () => {
    expect(constants.pathsHandledAsSuccess).toEqual(['/v1/cc/code', '/v1/sys/tts_license']);
  });

  it('names of storage keys, headers and prefixes', () => {
    expect(constants.sessionStorageKeys.role).toBe('own_role');
    expect(constants.tokenHeader).toBe('access_token');
    expect(constants.requestTypeHeader).toBe('Request-Type');
    expect(constants.tunnelIdPrefix).toBe('istunnel_');
  });

  it('4G strength up to 15 weak, 16-25 medium, above 25 strong, outside 0-31 none', () => {
    expect([0, 15, 16, 25, 26, 31].map(constants.signalStrengthOf)).toEqual([
      'weak',
      'weak',
      'medium',
      'medium',
      'strong',
      'strong',
    ]);
    for (const csq of [-1, 32, 99, Number.NaN]) expect(constants.signalStrengthOf(csq)).toBeNull();
  });

  it('the in-China coordinate box includes its bounds', () => {
    expect(constants.inChina(116.39, 39.9)).toBe(true);
    expect(constants.inChina(72.004, 0.8293)).toBe(true);
    expect(constants.inChina(137.8347, 55.8271)).toBe(true);
    expect(constants.inChina(72.003, 30)).toBe(false);
    expect(constants.inChina(139.69, 35.68)).toBe(false);
    expect(constants.inChina(100, 55.83)).toBe(false);
  });

  it('the random code helper yields 6 digits', () => {
    const codes = Array.from({ length: 2000 }, constants.randomCode);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBeGreaterThan(1900);
  });

  it('retention of logs, task logs, upgrade logs and recordings has defaults within bounds', () => {
    expect(Object.keys(constants.retentionDefaults)).toHaveLength(4);
    for (const days of Object.values(constants.retentionDefaults)) {
      expect(days).toBeGreaterThanOrEqual(constants.retentionRange.min);
      expect(days).toBeLessThanOrEqual(constants.retentionRange.max);
    }
  });

  it('every task weight has a first value', () => {
    expect(Object.keys(constants.defaultTaskWeights).sort()).toEqual(codeValues(taskWeight).sort());
  });
});

describe('formats', () => {
  it('timestamps in seconds are shown as YYYY-MM-DD HH:mm:ss', () => {
    expect(formatTimestamp(1_700_000_000, 'none', 'UTC')).toBe('2023-11-14 22:13:20');
    expect(formatTimestamp(1_700_000_000, 'none', 'Asia/Shanghai')).toBe('2023-11-15 06:13:20');
    expect(formatTimestamp(1_700_006_400.9, 'none', 'UTC')).toBe('2023-11-15 00:00:00');
    const local = formatTimestamp(1_700_000_000, 'none');
    expect(local).toBe(
      formatTimestamp(1_700_000_000, 'none', Intl.DateTimeFormat().resolvedOptions().timeZone),
    );
  });

  it('an empty timestamp is shown with the text for none', () => {
    for (const empty of [null, undefined, 0, Number.NaN]) expect(formatTimestamp(empty, '无')).toBe('无');
    expect(formatTimestamp(1e15, '无')).toBe('无');
  });

  it('durations are HH:MM:SS, and seconds when under a minute', () => {
    expect(formatDuration(0, '秒')).toBe('0秒');
    expect(formatDuration(59.9, '秒')).toBe('59秒');
    expect(formatDuration(60)).toBe('00:01:00');
    expect(formatDuration(3725)).toBe('01:02:05');
    expect(formatDuration(360_000)).toBe('100:00:00');
  });

  it('a duration of a minute and more reads back as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 1_000_000 }), (seconds) => {
        const [hours = 0, minutes = 0, rest = 0] = formatDuration(seconds).split(':').map(Number);
        return hours * 3600 + minutes * 60 + rest === seconds;
      }),
      randomRuns(100),
    );
  });
});

describe('languages', () => {
  it('Chinese (default, cn), English (en), Korean (kr), kept under the key lang', () => {
    expect(languages).toEqual(['cn', 'en', 'kr']);
    expect(defaultLanguage).toBe('cn');
    expect(languageStorageKey).toBe('lang');
    expect(htmlLang).toEqual({ cn: 'zh-CN', en: 'en', kr: 'ko' });
  });

  it('anything else is the default language', () => {
    expect(toLanguage('kr')).toBe('kr');
    for (const value of ['zh', 'ko', '', null, undefined, 3]) expect(toLanguage(value)).toBe('cn');
  });

  it('a page without a chosen language follows the browser, and is Chinese where that names none of the three', () => {
    expect(pageLanguage(null, ['ko-KR', 'en'])).toBe('kr');
    expect(pageLanguage(null, ['de-DE', 'EN-gb', 'zh'])).toBe('en');
    expect(pageLanguage(null, ['zh-Hant-TW'])).toBe('cn');
    expect(pageLanguage(null, ['de', 'fr-CH'])).toBe('cn');
    expect(pageLanguage(null, [])).toBe('cn');
    expect(pageLanguage('kr', ['en'])).toBe('kr');
  });
});
