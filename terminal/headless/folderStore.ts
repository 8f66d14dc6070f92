import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaStore, Notes } from '../offline/mediaStore.ts';

const ITEM = /^([0-9a-f]{64})\.opk$/;

/** Store in a folder that only its owner may read: a file for each item, and the notes. */
export class FolderStore implements MediaStore {
  readonly limit: number;
  readonly #folder: string;

  /** @param limit bytes of media */
  constructor(folder: string, limit: number) {
    this.#folder = folder;
    this.limit = limit;
  }

  async list(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const id = ITEM.exec(name)?.[1];
      if (id !== undefined) found.set(id, (await stat(join(this.#folder, name))).size);
    }
    return found;
  }

  async read(id: string, offset: number, length: number): Promise<Uint8Array> {
    const file = await open(this.#path(id), 'r');
    try {
      const bytes = new Uint8Array(length);
      let got = 0;
      for (let more = 1; more > 0 && got < length; got += more)
        more = (await file.read(bytes, got, length - got, offset + got)).bytesRead;
      return bytes.subarray(0, got);
    } finally {
      await file.close();
    }
  }

  write(id: string, bytes: Uint8Array): Promise<void> {
    return this.#put(this.#path(id), bytes);
  }

  remove(id: string): Promise<void> {
    return rm(this.#path(id), { force: true });
  }

  async load(): Promise<Notes | null> {
    const text = await readFile(join(this.#folder, 'notes.json'), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as Notes);
  }

  save(notes: Notes): Promise<void> {
    return this.#put(join(this.#folder, 'notes.json'), JSON.stringify(notes));
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.opk`);
  }

  /** Writes a file atomically: under another name first, then renamed. */
  async #put(path: string, content: Uint8Array | string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const fresh = `${path}.new`;
    try {
      await writeFile(fresh, content, { mode: 0o600, flush: true });
      await rename(fresh, path);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
  }
}
