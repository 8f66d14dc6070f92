import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { ruleMessage } from '../../../contract/rules/ruleMessage.ts';
import { failureOf, StreamFailure } from '../../sound/radio/failure.ts';
import { openUrl, readAll } from '../../sound/radio/http.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';
import type { Alerts } from './alerts.ts';
import { capLinks, MAX_CAP_CHARS, readCap, readXml } from './cap.ts';
import type { IntegrationRow } from './integration.repository.ts';

/** Alerts of a feed that are read per poll; the others follow in later polls. */
const MAX_PER_TURN = 50;
const TURN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** Polls the addresses of alert feeds, each at its own interval. */
export function createPolls(deps: {
  policy: AddressPolicy;
  alerts: Alerts;
  integrations(): Iterable<IntegrationRow>;
  outcome(row: IntegrationRow, error: string): void;
  log: { error(details: object, message: string): void };
  /** Monotonic clock, ms. */
  now?: () => number;
}): { close(): Promise<void> } {
  const now = deps.now ?? (() => performance.now());
  const polledAt = new Map<number, number>();
  /** Addresses of alerts that were read: an alert does not change. */
  const read = new Map<number, Set<string>>();
  /** Addresses that failed: they are tried last, because they may fail again and take long. */
  const failed = new Map<number, Set<string>>();
  const turns = new Map<number, Promise<void>>();
  const closing = new AbortController();

  /**
   * Accepts alerts only from the host of the integration's own address, and never over a weaker protocol:
   * their XML signatures are not verified, so nothing else authenticates them.
   * @throws AppError 999 for another host
   */
  function fromSource(row: IntegrationRow, url: URL): void {
    const own = new URL(row.url);
    const isLess = own.protocol === 'https:' && url.protocol !== 'https:';
    if (url.hostname !== own.hostname || isLess)
      throw new AppError(errorCode.refused, 'integration.otherHost', { address: url.origin });
  }
  async function xmlOf(row: IntegrationRow, address: string, signal: AbortSignal): Promise<string> {
    fromSource(row, new URL(address));
    const { response, url } = await openUrl(address, {
      policy: deps.policy,
      signal,
      certificate: row.certificate,
    });
    try {
      fromSource(row, url);
    } catch (error) {
      response.destroy();
      throw error;
    }
    return (await readAll(response, MAX_CAP_CHARS)).toString('utf8');
  }
  async function take(row: IntegrationRow, xml: ReturnType<typeof readXml>): Promise<void> {
    try {
      await deps.alerts.take(row, readCap(xml), new URL(row.url).hostname);
    } catch (error) {
      // A feed also holds alerts that were taken before or are too old.
      const key = error instanceof AppError ? error.key : '';
      if (key !== 'integration.replay' && key !== 'integration.stale') throw error;
    }
  }

  /** Reads alerts into `kept`; a broken one does not stop the others. @throws the first error */
  async function readAlerts(row: IntegrationRow, links: Set<string>, kept: Set<string>, signal: AbortSignal) {
    const before = [...(failed.get(row.id) ?? [])].filter((link) => links.has(link));
    const bad = new Set(before);
    failed.set(row.id, bad);
    const errors: unknown[] = [];
    for (const link of [...[...links].filter((link) => !bad.has(link)), ...before].slice(0, MAX_PER_TURN)) {
      try {
        await take(row, readXml(await xmlOf(row, link, signal)));
        kept.add(link);
        bad.delete(link);
      } catch (error) {
        errors.push(error);
        // Moved behind those that failed earlier.
        bad.delete(link);
        bad.add(link);
        if (signal.aborted) break;
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  async function turn(row: IntegrationRow): Promise<void> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TURN_MS)]);
    try {
      const root = readXml(await xmlOf(row, row.url, signal));
      if (root.name === 'alert') await take(row, root);
      else {
        const links = capLinks(root).flatMap((link) =>
          URL.canParse(link, row.url) ? [new URL(link, row.url).href] : [],
        );
        const known = read.get(row.id) ?? new Set();
        // Links that are no longer in the feed are forgotten.
        const kept = new Set(links.filter((link) => known.has(link)));
        read.set(row.id, kept);
        await readAlerts(row, new Set(links.filter((one) => !kept.has(one))), kept, signal);
      }
      deps.outcome(row, '');
    } catch (error) {
      if (closing.signal.aborted) return;
      const isKnown = error instanceof AppError || error instanceof StreamFailure;
      if (!isKnown) deps.log.error({ err: error, id: row.id }, 'alerts could not be read');
      const { key, params } = isKnown ? error : failureOf(error);
      deps.outcome(row, ruleMessage(key, params));
    }
  }

  const timer = setInterval(() => {
    for (const row of deps.integrations()) {
      if (row.kind !== 'cap' || !row.enabled || row.url === '' || turns.has(row.id)) continue;
      if (now() - (polledAt.get(row.id) ?? Number.NEGATIVE_INFINITY) < row.poll_s * 1000) continue;
      polledAt.set(row.id, now());
      turns.set(
        row.id,
        turn(row).finally(() => turns.delete(row.id)),
      );
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await Promise.all(turns.values());
    },
  };
}
