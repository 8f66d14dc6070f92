import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { upgradeFeature } from '../../contract/codes.ts';
import type { Bench } from '../bench.ts';
import { type Case, feature } from '../case.types.ts';
import { check } from '../failure.ts';
import type { TerminalLink } from '../link.ts';
import { makePackage, type PackageKey, packageKey } from '../packages.ts';

const upgrade = feature('upgrade');
const VERSION = '999.0';
const PAYLOAD_BYTES = 200_000;
const PATH = '/v1/terminal_upgrade/';
const WAIT_MS = 15_000;
/** Key that the terminal shall trust: it stores the first keys of its server. */
const trusted = packageKey();
let numbers = 30;

type Code = (typeof upgradeFeature)[keyof typeof upgradeFeature];

/** Feature code of the packages of the terminal's kind, and one of another kind. */
function codesOf({ hello }: Bench): [Code, Code] {
  const { soundColumn: column, tts, alarm: fire, capturer } = upgradeFeature;
  const own = ({ 2: capturer, 3: tts, 4: fire } as Record<number, Code>)[hello?.role ?? 0] ?? column;
  return [own, own === column ? capturer : column];
}

interface Order {
  key?: PackageKey;
  /** Content of the package differs from the order: that of another kind, or with a wrong signature. */
  fault?: 'kind' | 'signature' | 'digest';
  answer?(response: ServerResponse, bytes: Buffer, range: number): void;
}

/** Sends an order to upgrade; the packages contain no program, so no terminal can install one. */
function order(bench: Bench, link: TerminalLink, { key = trusted, fault, answer = whole }: Order) {
  const number = ++numbers;
  const [own, other] = codesOf(bench);
  const about = { version: VERSION, feature_code: fault === 'kind' ? other : own };
  const made = makePackage(about, randomBytes(PAYLOAD_BYTES), key, fault === 'signature');
  const ranges: number[] = [];
  bench.server.downloads.set(PATH, (_url, response, range) => {
    ranges.push(range);
    answer(response, made.bytes, range);
  });
  link.send({ type: 'upgrade.keys', keys: [trusted.text] });
  link.send({
    ...{ type: 'upgrade', upgrade: number, version: VERSION, feature_code: own, size: made.size },
    ...{
      sha256: fault === 'digest' ? '0'.repeat(64) : made.sha256,
      key: key.text,
      signature: made.signature,
    },
    path: `${PATH}${number}?ticket=conformance`,
  });
  const states = () =>
    link.ofType('upgrade.state').flatMap(({ message }) => (message.upgrade === number ? [message] : []));
  const failed = () => states().find(({ state }) => state === 'failed');
  return {
    number,
    ranges,
    states,
    failed: () => link.until('upgrade.state failed', WAIT_MS + bench.tolerances.messageMs, failed),
    /** @throws Failure if the terminal wants to start the program. */
    notReady() {
      const ready = states().find(({ state }) => state !== 'updating' && state !== 'failed');
      check(ready === undefined, `state ${ready?.state}`);
    },
  };
}

function whole(response: ServerResponse, bytes: Buffer, range: number): void {
  const rest = bytes.subarray(range);
  const part = range > 0 ? { 'content-range': `bytes ${range}-${bytes.length - 1}/${bytes.length}` } : {};
  response.writeHead(range > 0 ? 206 : 200, { 'content-length': rest.length, ...part }).end(rest);
}

/** Cases of upgrades. None of them can end with another program. */
export const upgrading: Case[] = [
  {
    id: 'upgrade-untrusted',
    anchor: 'upgrades',
    sentence: 'If you do not trust `key`, send `failed` at once.',
    expected: '`upgrade.state` failed with a reason, and no GET',
    requires: upgrade,
    async run(bench) {
      const link = await bench.ready();
      const made = order(bench, link, { key: packageKey() });
      const { reason } = await made.failed();
      check(made.ranges.length === 0, `${made.ranges.length} GET`);
      return `failed, "${reason ?? ''}"`;
    },
  },
  {
    id: 'upgrade-resume',
    anchor: 'upgrades',
    sentence: 'If a download is interrupted, request the rest with `Range`',
    expected: 'a GET from the first byte, and after its end in the middle one with a Range from there on',
    requires: upgrade,
    async run(bench) {
      const link = await bench.ready();
      const half = PAYLOAD_BYTES / 2;
      const made = order(bench, link, {
        fault: 'kind',
        answer: (response, bytes, range) => {
          if (range > 0) return whole(response, bytes, range);
          response.writeHead(200, { 'content-length': bytes.length });
          response.write(bytes.subarray(0, half), () => response.destroy());
        },
      });
      const failed = await made.failed();
      const seen = `GET from ${made.ranges.join(', ')}; then "${failed.reason ?? ''}"`;
      const [from, rest] = made.ranges;
      check(from === 0 && rest !== undefined && rest > 0 && rest <= half, seen);
      made.notReady();
      return seen;
    },
  },
  {
    id: 'upgrade-signature',
    anchor: 'upgrades',
    sentence: 'Then check the package itself: its signature by a key that you trust',
    expected: '`upgrade.state` failed after the download of a package with a wrong signature',
    requires: upgrade,
    async run(bench) {
      const link = await bench.ready();
      const made = order(bench, link, { fault: 'signature' });
      const { reason } = await made.failed();
      check(made.ranges.length > 0, `failed without a GET: "${reason ?? ''}"`);
      made.notReady();
      return `failed, "${reason ?? ''}"`;
    },
  },
  {
    id: 'upgrade-digest',
    anchor: 'upgrades',
    sentence: 'Check `size` and `sha256` of the file.',
    expected: 'no `preparing_to_restart` within 3 s after a file with another digest',
    requires: upgrade,
    async run(bench) {
      const link = await bench.ready();
      const made = order(bench, link, { fault: 'digest' });
      await link.until('GET', WAIT_MS + bench.tolerances.messageMs, () => made.ranges[0]);
      await bench.until(bench.clock.us() + 3_000_000);
      link.send({ type: 'upgrade.stop', upgrade: made.number });
      made.notReady();
      return 'not prepared';
    },
  },
  {
    id: 'upgrade-stop',
    anchor: 'upgrades',
    sentence: 'Stop then, and keep the old version.',
    expected: 'the download ended within 3 s after `upgrade.stop`, and no state after that',
    requires: upgrade,
    async run(bench) {
      const link = await bench.ready();
      let isEnded = false;
      const made = order(bench, link, {
        answer: (response, bytes) => {
          response.on('close', () => {
            isEnded = true;
          });
          response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 50_000));
        },
      });
      const percent = () => made.states().find((one) => one.percent > 0);
      await link.until('percent', WAIT_MS + bench.tolerances.messageMs, percent);
      link.send({ type: 'upgrade.stop', upgrade: made.number });
      await link.until('end of the download', 3_000 + bench.tolerances.messageMs, () => isEnded || undefined);
      const { length } = made.states();
      await bench.until(bench.clock.us() + 2_000_000);
      const more = made.states().length - length;
      check(more === 0, `${more} states after the stop`);
      return 'download ended';
    },
  },
];
