import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { upgradeFeature } from '../contract/codes.ts';
import type { Bench } from './bench.ts';
import { check } from './failure.ts';
import type { TerminalLink } from './link.ts';
import { makePackage, type PackageKey, packageKey } from './packages.ts';

const VERSION = '999.0';
export const PAYLOAD_BYTES = 200_000;
const PATH = '/v1/terminal_upgrade/';
/** Time for a download and the check of a package, ms. */
export const WAIT_MS = 15_000;
/** Key of the packages that the test makes: the terminal trusts it, as it stores the first keys of its server. */
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
  /** Damage of the package: of another kind, a wrong signature, a changed payload, or not the file of the order. */
  fault?: 'kind' | 'signature' | 'payload' | 'digest';
  /** True: the package of the maker, which has a program; otherwise one without. */
  isReal?: boolean;
  answer?(response: ServerResponse, bytes: Buffer, range: number): void;
}

/** Sends an order to upgrade. */
export function order(bench: Bench, link: TerminalLink, options: Order) {
  const { key = trusted, fault, isReal = false, answer = whole } = options;
  const number = ++numbers;
  const [own, other] = codesOf(bench);
  const about = { version: VERSION, feature_code: fault === 'kind' ? other : own };
  const given = isReal ? bench.package : null;
  const made = given ?? {
    ...{ version: VERSION, key: key.text },
    ...makePackage(about, randomBytes(PAYLOAD_BYTES), key, fault),
  };
  const ranges: number[] = [];
  bench.server.downloads.set(PATH, (_url, response, range) => {
    ranges.push(range);
    answer(response, made.bytes, range);
  });
  // All keys come in the first list: later ones are not stored.
  const keys = bench.package === null ? [trusted.text] : [trusted.text, bench.package.key];
  link.send({ type: 'upgrade.keys', keys });
  link.send({
    ...{ type: 'upgrade', upgrade: number, version: made.version, feature_code: own, size: made.size },
    ...{
      sha256: fault === 'digest' ? '0'.repeat(64) : made.sha256,
      key: made.key,
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

const partOf = (range: number, length: number) =>
  range > 0 ? { 'content-range': `bytes ${range}-${length - 1}/${length}` } : {};

/** Answers with the whole file, or the rest of it. */
export function whole(response: ServerResponse, bytes: Buffer, range: number): void {
  const rest = bytes.subarray(range);
  const head = { 'content-length': rest.length, ...partOf(range, bytes.length) };
  response.writeHead(range > 0 ? 206 : 200, head).end(rest);
}
