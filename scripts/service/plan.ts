import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readEnv, settingDocs } from '../../server/platform/process/env.ts';
import { StartError } from '../../server/platform/process/startError.ts';
import { installedSettings } from './installed.ts';
import { STATE_DIR, unitFor } from './unit.ts';

export const UNIT = 'tocsin.service';
const ACCOUNT = 'tocsin';

/** One thing that is done, in the order of the list. */
export type Step =
  | { do: 'write'; path: string; text: string; mode: number }
  | { do: 'remove'; path: string }
  | { do: 'run'; command: string; args: string[] };

/** Facts of the machine; tests state them, `install.ts` looks. */
export interface Machine {
  root: string;
  env: NodeJS.ProcessEnv;
  isRoot: boolean;
  hasSystemd: boolean;
  hasAccount(name: string): boolean;
  /** Name of the owner of a file or folder; null: it is not there. */
  ownerOf(path: string): string | null;
  /** Text of a file; null: it is not there. */
  read(path: string): string | null;
}

export interface ServiceOptions {
  isUser: boolean;
  /** True: only shows what would be done, which needs neither root nor systemd. */
  isDry: boolean;
}

export const placesOf = (isUser: boolean) =>
  isUser
    ? { unit: join(homedir(), '.config/systemd/user', UNIT), settings: join(homedir(), '.config/tocsin.env') }
    : { unit: `/etc/systemd/system/${UNIT}`, settings: '/etc/tocsin.env' };

const run = (command: string, ...args: string[]): Step => ({ do: 'run', command, args });
export const systemctl = (isUser: boolean, ...args: string[]): Step =>
  run('systemctl', ...(isUser ? ['--user'] : []), ...args);

/** @throws StartError where a service cannot be installed, with what to do instead */
export function mustBeAble(
  { hasSystemd, isRoot }: Machine,
  { isUser, isDry }: ServiceOptions,
  script: string,
): void {
  if (isDry) return;
  if (!hasSystemd)
    throw new StartError(
      'This machine is not run by systemd, so there is nothing to install the service into.\n' +
        'Let whatever starts programs here run `npm start` and start it again when it ends.\n' +
        `\`npm run ${script} -- --dry-run\` shows the unit for another machine.`,
    );
  if (!isUser && !isRoot)
    throw new StartError(
      `A service of the system is installed by root: sudo npm run ${script}\n` +
        `For your own account only: npm run ${script} -- --user`,
    );
}

/** Settings given to the command, for the file that the service reads; those of the file that are not given stay. */
function settingsText(present: string | null, given: Record<string, string>): string {
  const before = present?.split('\n') ?? [];
  const kept = before.filter((line) => line !== '' && !Object.hasOwn(given, /^(\w+)=/.exec(line)?.[1] ?? ''));
  const added = Object.entries(given).map(([name, value]) => {
    if (/[\r\n]/.test(value)) throw new StartError(`${name} has a line break in it, which cannot be stored.`);
    return `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`;
  });
  return `${[...kept, ...added].join('\n')}\n`;
}

/** Settings of the server in an environment; paths absolute, and the data folder apart, for the unit names it. */
function givenSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const names = settingDocs().map(({ name }) => name);
  const given = names.flatMap((name) => {
    const value = env[name];
    if (value === undefined || value === '' || name === 'DATA_DIR') return [];
    return [[name, name.startsWith('TLS_') ? resolve(value) : value] as const];
  });
  return Object.fromEntries(given);
}

/** @throws StartError when others than its owner cannot read the program */
function mustBeReadable(root: string, account: string): void {
  for (let path = root; ; path = dirname(path)) {
    const isOpen = (statSync(path).mode & 0o005) === 0o005;
    if (!isOpen && (path === root || (statSync(path).mode & 0o001) === 0))
      throw new StartError(
        `The account ${account} cannot read the program in ${root}, for ${path} is closed to others.\n` +
          'Copy the program to /opt/tocsin and run this there, or use --user.',
      );
    if (path === dirname(path)) return;
  }
}

/**
 * Steps that install the service on a machine: account, settings, unit, start. Run again they bring all that up to date.
 *
 * @throws StartError when it cannot be, in words
 */
export function installSteps(machine: Machine, options: ServiceOptions): { unit: string; steps: Step[] } {
  const { root, ownerOf } = machine;
  const { isUser } = options;
  mustBeAble(machine, options, 'install-service');
  const places = placesOf(isUser);
  const given = givenSettings(machine.env);
  // An update is run without the settings of the first time: its ports and its data must stay.
  const { DATA_DIR } = machine.env;
  const env = { ...installedSettings(places, machine.read), ...given, ...(DATA_DIR && { DATA_DIR }) };
  const settings = readEnv(env);
  const dataDir = env.DATA_DIR ? settings.DATA_DIR : isUser ? join(root, 'data') : STATE_DIR;
  const owner = ownerOf(dataDir);
  // Data that belongs to somebody is run by that person.
  const account = owner === null || owner === 'root' ? ACCOUNT : owner;
  if (!isUser && !options.isDry) mustBeReadable(root, account);
  const ports = [settings.PORT, settings.HTTPS_PORT].filter((port) => typeof port === 'number');
  const hasLowPort = ports.some((port) => port > 0 && port < 1024);
  const unit = unitFor({ mode: isUser ? 'user' : 'system', root, dataDir, account, hasLowPort });

  const steps: Step[] = [];
  if (!isUser && !machine.hasAccount(account))
    steps.push(
      run(
        'useradd',
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        STATE_DIR,
        '--shell',
        '/usr/sbin/nologin',
        account,
      ),
    );
  if (!isUser && dataDir !== STATE_DIR && (owner === null || owner === 'root')) {
    steps.push(run('install', '-d', '-m', '0700', dataDir), run('chown', '-R', `${account}:`, dataDir));
  }
  if (isUser) steps.push(run('mkdir', '-p', dataDir, dirname(places.unit)));
  if (Object.keys(given).length > 0)
    steps.push({
      do: 'write',
      path: places.settings,
      text: settingsText(machine.read(places.settings), given),
      mode: 0o600,
    });
  steps.push(
    { do: 'write', path: places.unit, text: unit, mode: 0o644 },
    systemctl(isUser, 'daemon-reload'),
    systemctl(isUser, 'enable', UNIT),
    // Comes back when the server listens.
    systemctl(isUser, 'restart', UNIT),
  );
  return { unit, steps };
}

/** Steps that take the service away; data, settings and account stay. */
export function removeSteps(machine: Machine, options: ServiceOptions): Step[] {
  mustBeAble(machine, options, 'remove-service');
  return [
    systemctl(options.isUser, 'disable', '--now', UNIT),
    { do: 'remove', path: placesOf(options.isUser).unit },
    systemctl(options.isUser, 'daemon-reload'),
  ];
}
