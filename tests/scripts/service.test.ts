import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carryOut, lineOf, parseOptions } from '../../scripts/service/carryOut.ts';
import { installSteps, type Machine, removeSteps } from '../../scripts/service/plan.ts';
import { StartError } from '../../server/platform/process/startError.ts';
import { defaultGatewayLimits } from '../../server/site/terminals/gateway/gatewayLimits.ts';

const tree = fileURLToPath(new URL('../..', import.meta.url));
/** A program folder that everybody can read, and one that is closed to others. */
let folder: string;
let root: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-service-'));
  root = join(folder, 'program');
  mkdirSync(root);
  cpSync(join(tree, 'deploy'), join(root, 'deploy'), { recursive: true });
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

const machine = (more: Partial<Machine> = {}): Machine => ({
  root,
  env: {},
  isRoot: true,
  hasSystemd: true,
  hasAccount: () => false,
  ownerOf: () => null,
  read: () => null,
  ...more,
});
const system = { isUser: false, isDry: false };
const lines = (unit: string) => unit.split('\n');
const failure = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return 'nothing failed';
};

describe('the service of the system', () => {
  test('runs the program where it is, under an account of its own, with a folder that systemd makes', () => {
    const { unit, steps } = installSteps(machine(), system);
    expect(lines(unit)).toEqual(
      expect.arrayContaining([
        'Type=notify',
        'User=tocsin',
        `WorkingDirectory=${root}`,
        `ExecStart=${root}/node_modules/node/bin/node ${root}/server/main.ts`,
        'StateDirectory=tocsin',
        'Environment=DATA_DIR=/var/lib/tocsin',
        'KillMode=mixed',
        'Restart=always',
        'CapabilityBoundingSet=',
      ]),
    );
    expect(unit).not.toContain('/opt/tocsin');
    expect(steps.map(lineOf)).toEqual([
      'useradd --system --user-group --no-create-home --home-dir /var/lib/tocsin --shell /usr/sbin/nologin tocsin',
      'write /etc/systemd/system/tocsin.service',
      'systemctl daemon-reload',
      'systemctl enable tocsin.service',
      'systemctl restart tocsin.service',
    ]);
    expect(installSteps(machine({ hasAccount: () => true }), system).steps.map(lineOf)[0]).toMatch(/^write/);
  });

  test('keeps the settings that are given, secret ones readable by root only, and may use low ports if it needs them', () => {
    const env = { PORT: '80', ADMIN_PASSWORD: 'a"b\\c$d-long', TLS_CERT: 'own/cert.pem', TLS_KEY: '/k.pem' };
    const { unit, steps } = installSteps(machine({ env }), system);
    const settings = steps.find((step) => step.do === 'write' && step.path === '/etc/tocsin.env');
    expect(settings).toMatchObject({ mode: 0o600 });
    const text = settings?.do === 'write' ? settings.text : '';
    expect(text).toContain('PORT="80"\n');
    expect(text).toContain('ADMIN_PASSWORD="a\\"b\\\\c$d-long"\n');
    expect(text).toContain(`TLS_CERT="${join(process.cwd(), 'own/cert.pem')}"\n`);
    expect(lines(unit)).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
    expect(lines(unit)).toContain('CapabilityBoundingSet=CAP_NET_BIND_SERVICE');
    expect(unit).not.toContain('a"b');
  });

  test('keeps ports, data folder and settings when it is run again without them', () => {
    const first = installSteps(
      machine({ env: { PORT: '80', DATA_DIR: '/srv/tocsin', ADMIN_PASSWORD: 'a"b\\c$d-long' } }),
      system,
    );
    const written = (path: string) => {
      const step = first.steps.find((one) => one.do === 'write' && one.path === path);
      return step?.do === 'write' ? step.text : null;
    };
    const again = machine({ env: { HTTPS_PORT: '0' }, hasAccount: () => true, read: written });
    const { unit, steps } = installSteps(again, system);
    expect(unit).toBe(first.unit);
    expect(lines(unit)).toEqual(
      expect.arrayContaining([
        'Environment=DATA_DIR=/srv/tocsin',
        'ReadWritePaths=/srv/tocsin',
        'AmbientCapabilities=CAP_NET_BIND_SERVICE',
      ]),
    );
    const settings = steps.find((step) => step.do === 'write' && step.path === '/etc/tocsin.env');
    expect(settings?.do === 'write' && settings.text).toBe(
      'PORT="80"\nADMIN_PASSWORD="a\\"b\\\\c$d-long"\nHTTPS_PORT="0"\n',
    );
    // A value that somebody has written into the file without quotes.
    const byHand = machine({ read: (path) => (path.endsWith('.env') ? '# ports\nPORT=443\n' : null) });
    expect(lines(installSteps(byHand, system).unit)).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
    const moved = machine({ env: { PORT: '8080', DATA_DIR: '/srv/other' }, read: written });
    expect(lines(installSteps(moved, system).unit)).toEqual(
      expect.arrayContaining(['Environment=DATA_DIR=/srv/other', 'AmbientCapabilities=']),
    );
  });

  test('on data that is there runs as its owner, and may write only there', () => {
    const { unit, steps } = installSteps(
      machine({ env: { DATA_DIR: '/home/ann/data' }, ownerOf: () => 'ann', hasAccount: () => true }),
      system,
    );
    expect(lines(unit)).toEqual(
      expect.arrayContaining(['User=ann', 'ReadWritePaths=/home/ann/data', 'ProtectHome=read-only']),
    );
    expect(unit).not.toMatch(/^StateDirectory/m);
    expect(steps.map(lineOf).join()).not.toContain('chown');
    const ofRoot = installSteps(machine({ env: { DATA_DIR: '/srv/data' }, ownerOf: () => 'root' }), system);
    expect(ofRoot.steps.map(lineOf)).toContain('chown -R tocsin: /srv/data');
  });

  test('is refused with a message without systemd, without root, with a bad setting, and where it could not run', () => {
    expect(failure(() => installSteps(machine({ hasSystemd: false }), system))).toContain('npm start');
    expect(failure(() => installSteps(machine({ isRoot: false }), system))).toContain(
      'sudo npm run install-service',
    );
    expect(failure(() => removeSteps(machine({ isRoot: false }), system))).toContain(
      'sudo npm run remove-service',
    );
    expect(failure(() => installSteps(machine({ env: { PORT: 'x' } }), system))).toContain('PORT=x');
    expect(failure(() => installSteps(machine({ env: { DATA_DIR: '/my data' } }), system))).toContain(
      'blank',
    );
    chmodSync(folder, 0o700);
    expect(failure(() => installSteps(machine(), system))).toContain(`cannot read the program in ${root}`);
    chmodSync(folder, 0o755);
    expect(failure(() => parseOptions(['--usr']))).toContain('--usr');
  });
});

test.each([false, true])(
  'may open a socket for 10,000 terminals, their former links and all that wait (--user: %s)',
  (isUser) => {
    const { unit } = installSteps(machine({ isRoot: !isUser }), { isUser, isDry: false });
    const files = Number(/^LimitNOFILE=(\d+)$/m.exec(unit)?.[1]);
    expect(files).toBeGreaterThan(2 * 10_000 + defaultGatewayLimits.waiting + 1_000);
  },
);

test("a user's own service asks for nothing that only the system may give", () => {
  const { unit, steps } = installSteps(machine({ isRoot: false }), { isUser: true, isDry: false });
  expect(unit).not.toMatch(
    /^(User|Nice|OOMScoreAdjust|CapabilityBoundingSet|ProtectSystem|PrivateTmp|StateDirectory)=/m,
  );
  expect(lines(unit)).toEqual(
    expect.arrayContaining([
      `Environment=DATA_DIR=${root}/data`,
      'WantedBy=default.target',
      'WatchdogSec=30',
      'NoNewPrivileges=yes',
    ]),
  );
  expect(steps.map(lineOf)).toContain('systemctl --user restart tocsin.service');
});

test('a dry run prints all commands without running them, without root and without systemd', () => {
  const dry = { isUser: false, isDry: true };
  const { steps } = installSteps(machine({ isRoot: false, hasSystemd: false }), dry);
  const printed: string[] = [];
  carryOut([...steps, ...removeSteps(machine({ isRoot: false }), dry)], dry, (line) => printed.push(line));
  expect(printed).toContain('  systemctl disable --now tocsin.service');
  expect(printed).toContain('  rm /etc/systemd/system/tocsin.service');
  expect(printed).toContain('  systemctl restart tocsin.service');
});
