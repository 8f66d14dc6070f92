import type { ServerResponse } from 'node:http';
import type { Bench } from '../bench.ts';
import { type Case, feature } from '../case.types.ts';
import { check, Failure } from '../failure.ts';
import type { TerminalLink } from '../link.ts';
import { order, WAIT_MS } from '../upgradeOrder.ts';

const upgrade = feature('upgrade');
/** Time of the download, so that it has a progress, ms. */
const DOWNLOAD_MS = 3_000;
/** Time for the new program to start, and for an old one to start again, ms. */
const START_MS = 30_000;
/** Time after which a version without a welcome gives up, ms. */
const GIVE_UP_MS = 60_000;

/** Answers in ten parts. */
function slowly(response: ServerResponse, bytes: Buffer, range: number): void {
  const rest = bytes.subarray(range);
  response.writeHead(range > 0 ? 206 : 200, {
    'content-length': rest.length,
    ...(range > 0 ? { 'content-range': `bytes ${range}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  const part = Math.ceil(rest.length / 10);
  let sent = 0;
  const timer = setInterval(() => {
    response.write(rest.subarray(sent, sent + part));
    sent += part;
    if (sent >= rest.length) response.end();
    if (sent >= rest.length || response.destroyed) clearInterval(timer);
  }, DOWNLOAD_MS / 10);
}

/** Orders the package of the maker, and permits the restart. Returns what was seen, and the hello before. */
async function restarted(bench: Bench, link: TerminalLink) {
  const slackMs = bench.tolerances.messageMs;
  const made = order(bench, link, { isReal: true, answer: slowly });
  const stateOf = (name: string) => () => {
    const failed = made.states().find(({ state }) => state === 'failed');
    if (failed !== undefined) throw new Failure(`failed, "${failed.reason ?? ''}"`);
    return made.states().find(({ state }) => state === name);
  };
  const waitMs = DOWNLOAD_MS + WAIT_MS + slackMs;
  await link.until('upgrade.state preparing_to_restart', waitMs, stateOf('preparing_to_restart'));
  const steps = made.states().flatMap(({ state, percent }) => (state === 'updating' ? [percent] : []));
  check(
    steps.some((percent) => percent > 0 && percent < 100),
    `percents ${steps.join(', ') || 'none'}`,
  );
  check(
    steps.every((percent, i) => percent >= (steps[i - 1] ?? 0)),
    `percents ${steps.join(', ')}`,
  );
  await bench.until(bench.clock.us() + 1_000_000);
  check(stateOf('restarting')() === undefined && link.isOpen, 'restarted without a permission');
  link.send({ type: 'upgrade.restart', upgrade: made.number });
  await link.until('upgrade.state restarting', 5_000 + slackMs, stateOf('restarting'));
  await link.until('bye', 5_000 + slackMs, () => link.ofType('bye')[0]);
  return { number: made.number, seen: `percents ${steps.join(', ')}; permitted; bye` };
}

/** Cases of upgrades to their end, with a package of the terminal's maker. */
export const installing: Case[] = [
  {
    id: 'upgrade-back',
    anchor: 'upgrades',
    sentence:
      'A new version that does not get a `welcome` from the server within a minute must return to the old version by itself.',
    expected:
      'connections of the new version get no answer; the old version connects, and sends failed with a reason',
    requires: upgrade,
    package: true,
    slow: true,
    async run(bench) {
      const { tolerances, clock } = bench;
      const link = await bench.ready();
      const old = bench.hello?.version;
      const { number, seen } = await restarted(bench, link);
      const versions = new Set<string>();
      const endUs = clock.us() + (START_MS + GIVE_UP_MS + START_MS + tolerances.messageMs) * 1e3;
      for (;;) {
        const next = await bench.handshake(Math.max(1, (endUs - clock.us()) / 1e3));
        versions.add(next.hello.version);
        if (next.hello.version !== old) continue;
        bench.welcome(next);
        const isIt = ({ upgrade: one, state }: { upgrade: number; state: string }) =>
          one === number && state === 'failed';
        const { reason } = await next.until(
          'upgrade.state failed',
          15_000,
          () => next.ofType('upgrade.state').find(({ message }) => isIt(message))?.message,
        );
        const tried = [...versions].join(', then ');
        check(versions.size > 1, `the new version did not connect; failed, "${reason ?? ''}"`);
        return `${seen}; versions ${tried}; failed, "${reason ?? ''}"`;
      }
    },
  },
  {
    id: 'upgrade-installed',
    anchor: 'upgrades',
    sentence:
      'Its hello contains its `version`: the upgrade is done when this is the version of the package.',
    expected:
      'a progress, `preparing_to_restart`, no restart before the permission, then `restarting`, `bye`, and a hello with the version of the package, another boot and the secret',
    requires: upgrade,
    package: true,
    slow: true,
    async run(bench) {
      const link = await bench.ready();
      const boot = bench.hello?.boot;
      const { seen } = await restarted(bench, link);
      const { hello } = await bench.handshake(START_MS + bench.tolerances.messageMs);
      await bench.ready();
      const all = `${seen}; version ${hello.version}, ${hello.boot === boot ? 'same' : 'another'} boot`;
      check(hello.version === bench.package?.version && hello.boot !== boot, all);
      check(
        hello.secret === bench.secret,
        `${all}; secret ${hello.secret === undefined ? 'absent' : 'wrong'}`,
      );
      return all;
    },
  },
];
