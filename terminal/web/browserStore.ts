import type { MediaStore, Notes } from '../offline/mediaStore.ts';

/** Largest storage of a page, bytes, and its share of the browser's quota. */
const MOST = 512 * 1024 * 1024;
const SHARE = 0.5;
const MEDIA = 'media';
const NOTES = 'notes';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Store in the database of this browser (IndexedDB): media as blobs that are read in parts, and the notes. */
export class BrowserStore implements MediaStore {
  readonly limit: number;
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase, limit: number) {
    this.#database = database;
    this.limit = limit;
  }

  /** Opens the store of a terminal code. @throws when the browser stores nothing (a private window) */
  static async open(code: string): Promise<BrowserStore> {
    const request = indexedDB.open(`tocsin kept ${code}`, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(MEDIA);
      request.result.createObjectStore(NOTES);
    };
    const database = await done(request);
    const { quota = MOST } = await navigator.storage.estimate();
    return new BrowserStore(database, Math.min(MOST, Math.floor(quota * SHARE)));
  }

  async list(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const id of await done(this.#store(MEDIA).getAllKeys()))
      found.set(String(id), (await this.#blob(String(id)))?.size ?? 0);
    return found;
  }

  async read(id: string, offset: number, length: number): Promise<Uint8Array> {
    const blob = await this.#blob(id);
    if (blob === undefined) throw new Error(`${id} is not there`);
    return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  }

  write(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#change(MEDIA, (store) => store.put(new Blob([bytes]), id));
  }

  remove(id: string): Promise<void> {
    return this.#change(MEDIA, (store) => store.delete(id));
  }

  async load(): Promise<Notes | null> {
    return ((await done(this.#store(NOTES).get(NOTES))) as Notes | undefined) ?? null;
  }

  save(notes: Notes): Promise<void> {
    return this.#change(NOTES, (store) => store.put(notes, NOTES));
  }

  async #blob(id: string): Promise<Blob | undefined> {
    return (await done(this.#store(MEDIA).get(id))) as Blob | undefined;
  }

  #store(name: string): IDBObjectStore {
    return this.#database.transaction(name).objectStore(name);
  }

  /** Resolves at the commit, because quota errors occur only then. */
  #change(name: string, act: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(name, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      act(transaction.objectStore(name));
    });
  }
}
