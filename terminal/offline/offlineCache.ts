import {
  MAX_MISSING,
  type OfflineItem,
  type OfflineState,
  type OfflineTrouble,
} from '../../contract/protocol/offline.ts';
import { downloadOrder } from './downloadOrder.ts';
import type { Fetched, MediaStore, Notes } from './mediaStore.ts';

/** First and longest wait of the backoff after a failure; µs. */
const FIRST_WAIT_US = 2_000_000;
const LONGEST_WAIT_US = 60_000_000;
/** Interval of repeating an unanswered request for a ticket, µs. */
const TICKET_WAIT_US = 5_000_000;
/** Interval of verifying all stored items, µs. */
const CHECK_US = 6 * 3_600_000_000;

export interface OfflineCacheDeps {
  store: MediaStore;
  fetch(id: string, ticket: string): Promise<Fetched>;
  /** Requests a ticket from the server. */
  want(): void;
  now(): number;
  random(): number;
  changed(): void;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Synchronises stored media with the manifest, one item at a time. */
export class OfflineCache {
  readonly #deps: OfflineCacheDeps;
  /** Stored and verified items with their sizes. */
  readonly #held = new Map<string, number>();
  readonly #troubles = new Map<string, OfflineTrouble>();
  #ticket: string | null = null;
  #busy = false;
  #nextAt = 0;
  #wait = FIRST_WAIT_US;
  #checkAt = 0;

  constructor(deps: OfflineCacheDeps) {
    this.#deps = deps;
  }

  holds(id: string): boolean {
    return this.#held.has(id);
  }

  /** Total size of stored items, bytes. */
  get bytes(): number {
    let sum = 0;
    for (const size of this.#held.values()) sum += size;
    return sum;
  }

  /** Takes over the items of the store whose hashes are correct. */
  async check(): Promise<void> {
    const { store } = this.#deps;
    this.#checkAt = this.#deps.now() + CHECK_US;
    for (const [id, size] of await store.list()) {
      const bytes = new Uint8Array(await store.read(id, 0, size));
      const isWhole = bytes.length === size && (await sha256(bytes)) === id;
      if (isWhole) this.#held.set(id, size);
      else {
        this.#held.delete(id);
        await store.remove(id);
      }
    }
    this.#deps.changed();
  }

  /** Retries failed items immediately, after a new manifest or connection. */
  checkNow(): void {
    this.#troubles.clear();
    this.#wait = FIRST_WAIT_US;
    this.#nextAt = 0;
  }

  /** Discards the ticket of a lost connection. */
  offline(): void {
    this.#ticket = null;
  }

  granted(ticket: string): void {
    this.#ticket = ticket;
    this.#nextAt = 0;
  }

  state({ manifest }: Notes): OfflineState {
    const missing = this.#missing(manifest?.items ?? []);
    const stuck = missing.map(({ id }) => this.#troubles.get(id)).find((one) => one !== undefined);
    return {
      type: 'keep.state',
      revision: manifest?.revision ?? null,
      missing: missing.slice(0, MAX_MISSING).map(({ id }) => id),
      trouble: missing.length === 0 ? null : (stuck ?? 'fetching'),
      bytes: this.bytes,
      limit: this.#deps.store.limit,
    };
  }

  /** Performs the next step when due. @param isOnline whether downloads are possible */
  tick(notes: Notes, isOnline: boolean): void {
    const now = this.#deps.now();
    if (this.#busy || notes.manifest === null || now < this.#nextAt) return;
    this.#busy = true;
    const step = now >= this.#checkAt ? this.check() : this.#step(notes.manifest, isOnline);
    step
      .catch(() => this.#later())
      .finally(() => {
        this.#busy = false;
      });
  }

  #missing(items: readonly OfflineItem[]): OfflineItem[] {
    return items.filter(({ id }) => !this.#held.has(id));
  }

  async #step(manifest: NonNullable<Notes['manifest']>, isOnline: boolean): Promise<void> {
    const wanted = new Set(manifest.items.map(({ id }) => id));
    for (const id of this.#held.keys()) {
      if (wanted.has(id)) continue;
      this.#held.delete(id);
      await this.#deps.store.remove(id);
    }
    const missing = this.#missing(manifest.items);
    if (missing.length === 0 || !isOnline) return;
    const next = downloadOrder(manifest, missing).find((item) => this.#fits(item));
    if (next === undefined) return this.#later();
    if (this.#ticket === null) {
      this.#nextAt = this.#deps.now() + TICKET_WAIT_US;
      this.#deps.want();
      return;
    }
    await this.#bring(next, this.#ticket);
  }

  #fits({ id, bytes }: OfflineItem): boolean {
    const fits = this.bytes + bytes <= this.#deps.store.limit;
    if (!fits) this.#trouble(id, 'full');
    return fits;
  }

  async #bring({ id }: OfflineItem, ticket: string): Promise<void> {
    const got = await this.#deps.fetch(id, ticket);
    if (got.kind === 'ticket') {
      this.#ticket = null;
    } else if (got.kind === 'busy') {
      this.#nextAt = this.#deps.now() + got.seconds * 1e6 * (1 + this.#deps.random());
    } else if (got.kind !== 'bytes') {
      // No longer in the manifest: a new one will arrive.
      this.#trouble(id, 'download');
      this.#later();
    } else if ((await sha256(got.bytes)) !== id) {
      this.#trouble(id, 'corrupt');
      this.#later();
    } else {
      await this.#put(id, got.bytes);
    }
  }

  async #put(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await this.#deps.store.write(id, bytes);
    } catch (error) {
      this.#trouble(id, isFull(error) ? 'full' : 'disk');
      throw error;
    }
    this.#held.set(id, bytes.length);
    this.#troubles.delete(id);
    this.#wait = FIRST_WAIT_US;
    this.#deps.changed();
  }

  #trouble(id: string, trouble: OfflineTrouble): void {
    if (this.#troubles.get(id) === trouble) return;
    this.#troubles.set(id, trouble);
    this.#deps.changed();
  }

  #later(): void {
    this.#nextAt = this.#deps.now() + this.#wait * (1 + this.#deps.random());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_US);
  }
}

/** Tells whether an error means that the disk, or the browser's quota for this site, is full. */
function isFull(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'QuotaExceededError' || code === 'ENOSPC' || code === 'EDQUOT';
}
