import { roleOfUpgradeFeature } from '../../contract/codes.ts';
import { type Args, codeOf, readArgs, recordPath, roleNames, USAGE } from './args.ts';
import { WavWriter } from './audio/wav.ts';
import { findServer } from './find.ts';
import { followLines } from './lines.ts';
import { logStatus } from './logStatus.ts';
import { ModemWatch } from './modemWatch.ts';
import { talk } from './pageFromFile.ts';
import { partOf } from './part.ts';
import { raisePriority } from './priority.ts';
import { keepFolder, StateFile } from './state.ts';
import { createTerminal, type Terminal, type TerminalOptions } from './terminal.ts';
import { endWithLauncher, RESTART_CODE, reportWelcomed, SLOTS_VARIABLE } from './upgrade/launched.ts';
import { UpgradeSlots } from './upgrade/upgradeSlots.ts';

/** Timeout of the search for a server on the local network, ms. */
const FIND_MS = 15_000;
/** Time for closing connections before a restart, ms. */
const LEAVE_MS = 5_000;

/** Upgrade options; null: no launcher, or no packages for the kind. */
function upgradeOf(
  args: Args,
  state: StateFile,
  code: string,
  leave: () => void,
): NonNullable<TerminalOptions['upgrade']> | null {
  const folder = process.env[SLOTS_VARIABLE];
  const role = roleNames.indexOf(args.role);
  const isUpgradable = Object.values<number>(roleOfUpgradeFeature).includes(role);
  if (folder === undefined || args.count > 1 || !isUpgradable) return null;
  const keys = { given: args.upgradeKeys, ...state.upgradeKeys(code) };
  return { slots: new UpgradeSlots(folder), keys, welcomed: reportWelcomed, leave };
}

async function main(): Promise<void> {
  const args = readArgs(process.argv.slice(2));
  if (!args) {
    process.stdout.write(USAGE);
    return;
  }
  raisePriority();
  const server = args.server ?? (await findServer(FIND_MS));
  const state = new StateFile(args.state);
  const prefix = args.code ?? state.prefix();
  const print = (text: string) => process.stdout.write(`${text}\n`);
  const modem = args.modem && new ModemWatch(args.modem);
  await modem?.read();
  const upgrade = upgradeOf(args, state, prefix, () => {
    process.exitCode = RESTART_CODE;
    stop();
    setTimeout(() => process.exit(), LEAVE_MS).unref();
  });
  const writers: WavWriter[] = [];
  const terminals: Terminal[] = [];
  for (let i = 0; i < args.count; i++) {
    const code = codeOf(prefix, i, args.count);
    const decode = i < args.decode;
    const writer = decode && args.record ? new WavWriter(recordPath(args.record, i, args.count)) : null;
    if (writer) writers.push(writer);
    terminals.push(
      createTerminal({
        server,
        code,
        decode,
        part: partOf(args),
        secret: state.secret(code),
        proof: state.proof(code),
        // Only sound terminals are targets of tasks and alarms.
        ...(args.role === 'column' && args.keepBytes > 0
          ? { keep: { folder: keepFolder(args.state, code), bytes: args.keepBytes } }
          : {}),
        offsetUs: args.offsetMs * 1e3,
        driftPpm: args.driftPpm,
        insecure: args.insecure,
        ...(args.pin === null ? {} : { pin: args.pin }),
        iccid: () => modem?.ICCID,
        ...(args.name === null ? {} : { name: args.name }),
        ...(args.zone ? { zone: args.zone } : {}),
        ...(args.pair === null || i > 0 ? {} : { pairing: args.pair }),
        ...(args.password === null ? {} : { password: args.password }),
        ...(upgrade === null ? {} : { upgrade }),
        administration: { store: state.administration(code), consent: args.remote, log: print },
        ...(args.play && i === 0 ? { play: print } : {}),
        ...(writer ? { listen: (samples: Float32Array) => writer.add(samples) } : {}),
      }),
    );
  }
  const [first] = terminals;
  const silence = args.quiet ? () => {} : logStatus(terminals, server);
  // A terminal without inputs does not read the keyboard, because reading would stop a background program.
  const takesLines = args.remote === 'ask' || terminals.some((one) => one.part?.line !== undefined);
  const endLines = takesLines ? followLines(process.stdin, terminals) : () => {};
  const endSignal = modem?.send(terminals) ?? (() => {});
  const stop = () => {
    endSignal();
    silence();
    endLines();
    for (const terminal of terminals) terminal.stop('stopped');
    for (const writer of writers) writer.close();
  };
  if (args.talk && first)
    talk(first, args.talk.file, args.talk.to, print)
      .catch((error: Error) => {
        process.stderr.write(`${error.message}\n`);
        process.exitCode = 1;
      })
      .finally(stop);
  const silenceAll = () => {
    for (const terminal of terminals) terminal.offline?.silence();
  };
  process.on('SIGUSR2', silenceAll);
  if (upgrade !== null) endWithLauncher(stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
