import { describe, expect, it } from 'vitest';
import {
  AppError,
  errorBody,
  errorCode,
  httpStatus,
  isMessageKey,
  localErrorCode,
  type MessageKey,
  messages,
  messageText,
} from '../../contract/api/errors.ts';
import { languages } from '../../contract/language.ts';
import { isUntranslated } from '../locales/isUntranslated.ts';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const keys = Object.keys(messages) as MessageKey[];

describe('error codes', () => {
  it('998 goes out as 401 and 999 as 400, all others as themselves', () => {
    expect(httpStatus(errorCode.loginExpired)).toBe(401);
    expect(httpStatus(errorCode.refused)).toBe(400);
    for (const code of [400, 401, 403, 404, 409, 413, 429] as const) expect(httpStatus(code)).toBe(code);
    for (const code of [993, 994, 995, 996, 997] as const) expect(httpStatus(code)).toBe(409);
  });

  it('the server has no code of the 5xx kind; 500 is made in the console', () => {
    for (const code of Object.values(errorCode)) expect(httpStatus(code)).toBeLessThan(500);
    expect(localErrorCode).toBe(500);
  });
});

describe('messages', () => {
  it('every message has a text in every language, with the same places', () => {
    for (const key of keys) {
      for (const language of languages) {
        expect(messages[key][language].trim(), key).not.toBe('');
        expect(places(messages[key][language]), key).toEqual(places(messages[key].cn));
        expect(messages[key][language], key).not.toMatch(/\{\{|\}\}/);
      }
    }
  });

  it('each message is in the script of its language, and no English one counts with a fixed plural', () => {
    for (const key of keys) {
      const { cn, en, kr } = messages[key];
      expect(cn, key).not.toMatch(/[\uac00-\ud7af]/);
      expect(en, key).not.toMatch(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/);
      expect(kr, key).not.toMatch(/[\u3400-\u9fff]/);
      expect([isUntranslated(cn, 'cn'), isUntranslated(kr, 'kr')], key).toEqual([false, false]);
      expect(en, key).not.toMatch(/\{(?:count|n|left|granted)\} [a-z]+s\b/);
    }
  });

  it.each([
    ['auth.accountEmpty', 'User account cannot be empty'],
    ['auth.passwordEmpty', 'Password cannot be empty'],
    ['auth.wrongLogin', 'Wrong login information'],
    ['auth.loginFailed', 'Login failed. Please log in again'],
    ['common.interfaceFailed', 'Failed to access interface'],
    ['common.checkData', 'Please check the data first'],
    ['common.pngOnly', 'Please upload PNG pictures'],
    ['media.unableToPlay', 'Unable to play'],
    ['media.unableToDownload', 'Unable to download'],
    ['media.fileDeleted', 'The file has been deleted, download failed'],
    ['broadcast.lastItem', 'Unable to delete the last one'],
    ['common.tooFast', 'Do not operate too fast'],
    ['broadcast.stopRealTimeFirst', 'Please stop the real-time task first'],
    ['common.orderFailed', 'Failed to place the order'],
    ['common.paymentFailed', 'Payment failed'],
    ['common.checkNetwork', 'Please check the network'],
    ['media.notTransferred', 'The file has not been successfully transferred'],
    ['broadcast.alarmInProgress', 'Alarm in progress, currently not modifiable'],
    ['terminal.volumeTooHigh', 'Expanding the volume too high may cause audio damage'],
    ['terminal.subscribed', 'Device has been subscribed (listening)'],
    ['terminal.onlineRefresh', 'Device online, please refresh'],
    [
      'common.connectionFailed',
      'Connection to server failed, please retry later or contact the system administrator',
    ],
  ] as const)('%s', (key, text) => expect(messageText(key, 'en')).toBe(text));

  it('fills places, translates parameters that are keys, and leaves places without a value', () => {
    expect(messageText('terminal.offline', 'cn', { name: '大厅', code: 'A1' })).toBe('大厅 - A1 离线');
    expect(messageText('rules.required', 'cn', { field: 'field.name' })).toBe('请输入名称！');
    expect(messageText('rules.required', 'en')).toBe('Please enter {field}!');
    expect(messageText('common.duplicate', 'en', { value: '{value} $& $1' })).toBe(
      '“{value} $& $1” already exists',
    );
  });

  it('knows its keys', () => {
    expect(isMessageKey('rules.length')).toBe(true);
    for (const key of ['rules', 'toString', '', 4, null]) expect(isMessageKey(key)).toBe(false);
  });
});

describe('error bodies', () => {
  it('speak the language of the caller, fields included', () => {
    const error = new AppError(
      400,
      'common.invalidRequest',
      {},
      { fields: [{ path: 'name', key: 'rules.required', params: { field: 'field.name' } }] },
    );
    expect(errorBody(error, 'kr')).toEqual({
      code: 400,
      message: messages['common.invalidRequest'].kr,
      key: 'common.invalidRequest',
      value: { fields: [{ path: 'name', key: 'rules.required', message: '이름 값을 입력하세요!' }] },
    });
  });

  it('carry the seconds to wait, and null where there is nothing to add', () => {
    const wait = new AppError(429, 'auth.tooManyAttempts', { seconds: 30 }, { retryAfter: 30 });
    expect(errorBody(wait, 'en')).toMatchObject({
      value: { retryAfter: 30 },
      message: expect.stringContaining('30'),
    });
    expect(errorBody(new AppError(403, 'auth.noPermission'), 'en').value).toBeNull();
    expect(wait).toBeInstanceOf(Error);
  });
});
