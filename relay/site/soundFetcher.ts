import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FromRelay } from '../../contract/protocol/relayLink.ts';
import type { SiteStore } from './siteStore.ts';

const PART = '.part';
/** Time after which a sound that was not available is wanted again, ms. */
const RETRY_MS = 30_000;

export interface SoundFetcherDeps {
  store: SiteStore;
  send(message: FromRelay): void;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

/** Fetches the sounds of the plan over the line, one part at a time, so that they do not delay sound on the air. */
export class SoundFetcher {
  readonly #deps: SoundFetcherDeps;
  #wanted: { id: string; offset: number } | null = null;
  #retry: NodeJS.Timeout | undefined;
  readonly #failed = new Set<string>();
  #working = Promise.resolve();
  /** Plan whose sounds are all stored. */
  #completed = '';

  constructor(deps: SoundFetcherDeps) {
    this.#deps = deps;
  }

  /** Begins, or looks for what the plan has now. */
  start(): void {
    clearTimeout(this.#retry);
    this.#failed.clear();
    this.#working = this.#working.then(() => this.#next()).catch((err) => this.#fault(err));
  }

  /** The line is lost. */
  stop(): void {
    clearTimeout(this.#retry);
    this.#wanted = null;
  }

  /** Takes a part of the sound that is wanted; an empty one ends it. */
  take(offset: number, part: Uint8Array): void {
    const wanted = this.#wanted;
    if (wanted === null || wanted.offset !== offset) return;
    const bytes = Uint8Array.from(part);
    this.#working = this.#working.then(() => this.#store(wanted.id, bytes)).catch((err) => this.#fault(err));
  }

  async #store(id: string, bytes: Uint8Array): Promise<void> {
    if (this.#wanted?.id !== id) return;
    const path = `${this.#deps.store.fileOf(id)}${PART}`;
    if (bytes.length > 0) {
      await appendFile(path, bytes);
      this.#want(id, this.#wanted.offset + bytes.length);
      return;
    }
    this.#wanted = null;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    if (hash.digest('hex') === id) await rename(path, this.#deps.store.fileOf(id));
    else {
      await rm(path, { force: true });
      throw new Error(`the sound ${id} is not available`);
    }
    await this.#next();
  }

  async #next(): Promise<void> {
    const { store } = this.#deps;
    if (this.#wanted !== null) return;
    const missing = store.sounds().find(({ id }) => !this.#failed.has(id) && !store.holds(id));
    if (missing === undefined) {
      if (this.#failed.size > 0) this.#retry = setTimeout(() => this.start(), RETRY_MS).unref();
      else await this.#sweep();
      if (this.#failed.size === 0) this.#complete();
      return;
    }
    const path = `${store.fileOf(missing.id)}${PART}`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0) await appendFile(path, new Uint8Array());
    this.#want(missing.id, size);
  }

  #want(id: string, offset: number): void {
    this.#wanted = { id, offset };
    this.#deps.send({ type: 'site.want', item: id, offset });
  }

  #fault(err: unknown): void {
    this.#deps.log.warn({ err }, 'a sound of this relay cannot be fetched now');
    const id = this.#wanted?.id;
    this.#wanted = null;
    for (const { id: one } of this.#deps.store.sounds())
      if (one === id || !this.#deps.store.holds(one)) this.#failed.add(one);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.start(), RETRY_MS).unref();
  }

  /** Says once for each plan that nothing is missing. */
  #complete(): void {
    const { store, log } = this.#deps;
    const revision = store.plan?.revision ?? null;
    if (revision === null || revision === this.#completed) return;
    this.#completed = revision;
    log.info({ revision, sounds: store.sounds().length }, 'all that is needed without the line is stored');
  }

  /** Removes the sounds that no plan has any more. */
  async #sweep(): Promise<void> {
    const { store } = this.#deps;
    const folder = join(store.dataDir, 'sounds');
    const used = new Set(store.sounds().map(({ id }) => id));
    for (const name of await readdir(folder))
      if (!used.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
