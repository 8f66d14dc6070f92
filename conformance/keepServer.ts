import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { PACKET_US } from '../contract/protocol/audio.ts';
import type { OfflineManifest, OfflineProgramme, PlayedRecord } from '../contract/protocol/offline.ts';
import type { Bench } from './bench.ts';
import { type Case, feature } from './case.types.ts';
import { check } from './failure.ts';
import type { TerminalLink } from './link.ts';
import { tonePacket } from './streamSender.ts';

const PATH = '/v1/terminal_media/';
/** Time until a fetch, a state or a record is seen, ms: a terminal that was refused waits for seconds. */
const FETCH_MS = 15_000;

/** Sound that is kept: a sine of 1 kHz. */
export interface Item {
  id: string;
  bytes: Buffer;
  ms: number;
}

/** Makes an item of `ms`; each `number` gives another one. */
export function itemOf(number: number, ms: number): Item {
  const packets = Array.from({ length: (ms * 1e3) / PACKET_US }, (_, n) => tonePacket(25 + number + n));
  const bytes = Buffer.concat(packets);
  return { id: createHash('sha256').update(bytes).digest('hex'), bytes, ms };
}

/** Sends the manifest and the items of the cases of Keeping, and records what is fetched. */
export class KeepServer {
  readonly fetched: { id: string; atUs: number; ticket: string | null; status: number }[] = [];
  /** Answers the next GET of an item instead of its bytes. */
  next: { status: number; retryS?: number } | 'corrupt' | null = null;
  readonly #bench: Bench;
  readonly #items = new Map<string, Item>();

  constructor(bench: Bench) {
    this.#bench = bench;
    bench.server.downloads.set(PATH, (url, response) =>
      this.#answer(url.pathname.slice(PATH.length), url.searchParams.get('ticket'), response),
    );
  }

  /** Sends a manifest that names these items. @returns its revision */
  send(link: TerminalLink, items: readonly Item[], more: Partial<OfflineManifest> = {}): string {
    for (const item of items) this.#items.set(item.id, item);
    const manifest: OfflineManifest = {
      type: 'keep.manifest',
      revision: `conformance-${this.#bench.requestNumber}`,
      items: items.map(({ id, bytes }) => ({ id, bytes: bytes.length, name: 'Tone' })),
      programmes: [],
      runs: [],
      until_s: Math.floor(Date.now() / 1e3) + 604_800,
      ...more,
    };
    link.send(manifest);
    return manifest.revision;
  }

  /** Answers `keep.want` with a new ticket, from now on. */
  grantTickets(link: TerminalLink): () => void {
    const sinceUs = this.#bench.clock.us();
    const isNew = () => link.ofType('keep.want', sinceUs).length > answered;
    let answered = 0;
    const timer = setInterval(() => {
      if (!isNew()) return;
      answered = link.ofType('keep.want', sinceUs).length;
      link.send({ type: 'keep.ticket', ticket: `ticket-${this.#bench.requestNumber}`, expires_s: 600 });
    }, 20);
    return () => clearInterval(timer);
  }

  /** Waits until the terminal is synchronised with a revision. */
  async synchronised(link: TerminalLink, revision: string) {
    const find = () =>
      link
        .ofType('keep.state')
        .find(({ message }) => message.revision === revision && message.trouble === null);
    const what = `keep.state of ${revision} with trouble null`;
    const { message } = await link.until(what, FETCH_MS + this.#bench.tolerances.messageMs, find);
    check(message.missing.length === 0, `${message.missing.length} missing without trouble`);
    return message;
  }

  /** Sends a manifest and waits until the terminal has its items. */
  async store(
    link: TerminalLink,
    items: readonly Item[],
    more: Partial<OfflineManifest> = {},
  ): Promise<void> {
    const stop = this.grantTickets(link);
    try {
      await this.synchronised(link, this.send(link, items, more));
    } finally {
      stop();
    }
  }

  /** Waits for a record of what was played alone. */
  async played(link: TerminalLink, is: (record: PlayedRecord) => boolean): Promise<PlayedRecord> {
    const find = () =>
      link
        .ofType('keep.played')
        .flatMap(({ message }) => message.records)
        .find(is);
    return link.until('record of what was played alone', FETCH_MS + this.#bench.tolerances.messageMs, find);
  }

  #answer(id: string, ticket: string | null, response: ServerResponse): void {
    const { next } = this;
    this.next = null;
    const item = this.#items.get(id);
    const isTicket = ticket !== null && /^ticket-\d+$/.test(ticket);
    const status =
      next !== null && next !== 'corrupt' ? next.status : !isTicket ? 401 : item === undefined ? 404 : 200;
    this.fetched.push({ id, atUs: this.#bench.clock.us(), ticket, status });
    if (status !== 200 || item === undefined) {
      const retryS = next !== null && next !== 'corrupt' ? next.retryS : undefined;
      response.writeHead(status, retryS === undefined ? {} : { 'retry-after': String(retryS) }).end();
      return;
    }
    const bytes = Buffer.from(item.bytes);
    if (next === 'corrupt') bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  }
}

/** Programme of a task that plays one item again and again. */
export function programmeOf(task: number, item: Item, length_ms: number): OfflineProgramme {
  return {
    ...{
      task,
      title: 'Conformance test',
      task_type: 0,
      priority: 50,
      weight: 20_050,
      volume: null,
      length_ms,
    },
    ...{ before: [], list: [{ item: item.id, ms: item.ms }], after: [], list_ms: length_ms },
  };
}

/**
 * Case of a terminal with the feature `offline`: `run` gets a link that is welcomed and synced, and a server of kept
 * sound.
 */
export function keepCase(
  about: Pick<Case, 'id' | 'anchor' | 'sentence' | 'expected'>,
  run: (at: { bench: Bench; link: TerminalLink; keep: KeepServer }) => Promise<string>,
): Case {
  return {
    ...about,
    requires: feature('offline'),
    run: async (bench) => run({ bench, link: await bench.ready(), keep: new KeepServer(bench) }),
  };
}
