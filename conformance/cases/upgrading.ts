import type { Case } from '../case.types.ts';
import { feature } from '../case.types.ts';
import { check } from '../failure.ts';
import { packageKey } from '../packages.ts';
import { order, PAYLOAD_BYTES, WAIT_MS, whole } from '../upgradeOrder.ts';

const upgrade = feature('upgrade');

/** Cases of upgrades that are refused or stopped. None of them can end with another program. */
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
    id: 'upgrade-payload',
    anchor: 'upgrades',
    sentence: 'the digest of its payload',
    expected:
      '`upgrade.state` failed after the download of a signed package whose payload was changed before',
    requires: upgrade,
    async run(bench) {
      const link = await bench.ready();
      const made = order(bench, link, { fault: 'payload' });
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
