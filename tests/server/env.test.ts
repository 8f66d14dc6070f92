import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv, settingDocs } from '../../server/platform/process/env.ts';

test('without settings the server has the documented defaults', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 8080,
    DATA_DIR: resolve('data'),
    UPLOAD_MAX_MB: 500,
    SERVER_NICE: -10,
    MEDIA_NICE: 19,
    LOG_LEVEL: 'info',
  });
});

test('an empty variable counts as not set', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 8080 });
});

test.each([
  [{ PORT: 'abc' }, 'PORT=abc: must be a whole number'],
  [{ PORT: '70000' }, 'PORT=70000: must be from 0 to 65535'],
  [{ HTTPS_PORT: 'on' }, 'HTTPS_PORT=on: '],
  [{ TZ_SITE: 'Mars/Olympus' }, 'TZ_SITE=Mars/Olympus: must be the name of a time zone'],
  [{ TTS_URL: 'file:///etc/passwd' }, 'TTS_URL=file:///etc/passwd: must be an address'],
  [{ TLS_CERT: 'cert.pem' }, 'TLS_CERT and TLS_KEY: set both or neither'],
  [{ BRAND: 'none' }, 'BRAND=none: must be one of '],
  [{ TRUSTED_PROXIES: 'proxy.local' }, 'TRUSTED_PROXIES=proxy.local: must be addresses'],
  [{ SERVER_NICE: '5' }, 'SERVER_NICE=5: must be from -20 to 0'],
  [{ MEDIA_NICE: '-5' }, 'MEDIA_NICE=-5: must be from 0 to 19'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud: must be one of'],
])('%o is refused with a line that names the setting', (variables, line) => {
  expect(() => readEnv(variables)).toThrow(line);
});

test('all invalid settings are reported at once, one line each', () => {
  const lines = (() => {
    try {
      readEnv({ PORT: 'x', LOG_LEVEL: 'y', TZ_SITE: 'z' });
      return [];
    } catch (error) {
      return (error as Error).message.split('\n').filter((line) => line.startsWith('  '));
    }
  })();
  expect(lines).toHaveLength(3);
});

test('an invalid secret is reported without its value', () => {
  expect(() => readEnv({ ADMIN_PASSWORD: 'short' })).toThrow(/^((?!short).)*$/s);
  expect(() => readEnv({ DATABASE_URL: 'mysql://u:hidden@host/db' })).toThrow(/^((?!hidden).)*$/s);
});

test('every setting is documented', () => {
  for (const setting of settingDocs()) expect(setting.text, setting.name).not.toBe('');
});
