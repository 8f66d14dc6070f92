import { describe, expect, it } from 'vitest';
import { messageText } from '../../contract/api/errors.ts';
import * as checks from '../../contract/rules/ruleChecks.ts';

const terminal = {
  name: 'Hall',
  code: 'A1',
  online: true,
  support_upgrade: true,
  support_set_buffalo: true,
  support_set_server_config: true,
};

describe('other rules', () => {
  it('uploaded images must be PNG, by content', () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0);
    expect(checks.isPng(png)).toBe(true);
    expect(checks.isPng(png.subarray(0, 7))).toBe(false);
    expect(checks.isPng(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0))).toBe(false);
  });

  it('logo ratio is 3:1, length to width', () => {
    for (const [width, height] of [
      [300, 100],
      [100, 33],
      [3, 1],
    ] as const)
      expect(checks.isLogoRatio(width, height)).toBe(true);
    for (const [width, height] of [
      [300, 60],
      [100, 300],
      [200, 160],
      [0, 0],
    ] as const)
      expect(checks.isLogoRatio(width, height)).toBe(false);
  });

  it('the start date must not be after the end date', () => {
    expect(checks.isDateOrder('2026-01-31', '2026-02-01')).toBe(true);
    expect(checks.isDateOrder('2026-02-01', '2026-02-01')).toBe(true);
    expect(checks.isDateOrder('2026-02-02', '2026-02-01')).toBe(false);
  });

  it('at most 10 files may be selected per upload', () => {
    expect(checks.uploadFault(10)).toBeNull();
    expect(checks.uploadFault(11)).toEqual({ key: 'media.tooManyFiles', params: { max: 10 } });
  });

  it('the last item of a list cannot be deleted', () => {
    expect(checks.removalFault(1, 1, false)?.key).toBe('broadcast.lastItem');
    expect(checks.removalFault(2, 1, false)).toBeNull();
    expect(checks.removalFault(1, 0, false)).toBeNull();
  });

  it('a list cannot be emptied while a real-time task plays', () => {
    expect(checks.removalFault(3, 3, true)?.key).toBe('broadcast.listNotEmptyWhilePlaying');
    expect(checks.removalFault(3, 3, false)).toBeNull();
    expect(checks.removalFault(3, 2, true)).toBeNull();
  });

  it('a weekday option of manual execution is converted to daily', () => {
    expect(checks.storedScheduleDay(3)).toBe(0);
    expect(([0, 1, 2] as const).map(checks.storedScheduleDay)).toEqual([0, 1, 2]);
  });

  it.each(['media', 'tts', 'radio', 'capturer', 'device', 'org'] as const)(
    'a selection is required for %s',
    (kind) => {
      expect(checks.selectionFault(kind, [])?.key).toBe(checks.selectionKeys[kind]);
      expect(checks.selectionFault(kind, [1])).toBeNull();
    },
  );

  it('batch actions without a selection are refused', () => {
    expect(checks.batchFault([])?.key).toBe('common.checkData');
    expect(checks.batchFault([1])).toBeNull();
  });

  it('a custom device name is valid when non-empty and different from the name', () => {
    expect(checks.isCustomDeviceName('Gym', 'Hall')).toBe(true);
    for (const custom of ['', '  ', 'Hall']) expect(checks.isCustomDeviceName(custom, 'Hall')).toBe(false);
  });
});

describe('before an upgrade, remote administration or server parameters', () => {
  const text = (fault: checks.LocalFault | null) => fault && messageText(fault.key, 'en', fault.params);

  it.each(['upgrade', 'remoteAdministration', 'serverParameter'] as const)(
    '%s refuses an empty selection and offline terminals with code 500',
    (action) => {
      expect(checks.terminalActionFault(action, [])).toMatchObject({
        code: 500,
        key: 'terminal.selectFirst',
      });
      const offline = checks.terminalActionFault(action, [
        terminal,
        { ...terminal, online: false, code: 'B2' },
      ]);
      expect(offline?.code).toBe(500);
      expect(text(offline)).toBe('Hall - B2 offline');
      expect(checks.terminalActionFault(action, [terminal])).toBeNull();
    },
  );

  it('each action looks at its own field and says so', () => {
    const [upgrade, remote, server] = (
      [
        ['upgrade', 'support_upgrade'],
        ['remoteAdministration', 'support_set_buffalo'],
        ['serverParameter', 'support_set_server_config'],
      ] as const
    ).map(([action, field]) =>
      text(checks.terminalActionFault(action, [terminal, { ...terminal, [field]: false }])),
    );
    expect(upgrade).toContain('not supported upgrade');
    expect(remote).toContain('not support setting up remote administration');
    expect(server).toContain('not support setting server parameter');
    expect(checks.terminalActionFault('upgrade', [{ ...terminal, support_set_buffalo: false }])).toBeNull();
  });
});
