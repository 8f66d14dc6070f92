import { randomBytes } from 'node:crypto';
import { FRAMES_PER_S, type LiveRow, type TopicName } from '../../../contract/api/live.ts';
import { type Bus, createBus } from './bus.ts';
import type { LiveChange } from './rowLog.ts';
import { TopicState, type View } from './topic.ts';

/**
 * Topic: live rows of one kind. Call it after the commit. All rows of a topic have the same keys (null, never
 * absent), because a delta merges.
 */
export interface Topic<Row extends LiveRow> {
  readonly name: TopicName;
  /** All rows, unscoped, for server code. Do not change them. */
  snapshot(): Row[];
  get(id: number): Readonly<Row> | undefined;
  /** Makes the topic hold exactly these rows (at start, or after a bulk change); sends only what differs. */
  replaceAll(rows: readonly Row[], rev?: number): void;
  /**
   * Adds or changes a row. `rev` is its order of commits: a revision older than the stored one is ignored.
   */
  upsert(row: Row, rev?: number): void;
  /** Updates volatile fields (level, position, presence) of an existing row; an unknown id is ignored. */
  patch(id: number, fields: Partial<Omit<Row, 'id'>>): void;
  remove(id: number, rev?: number): void;
}

export interface LiveHub {
  /** @param view fields of a row that a scope sees, where that is not all of them */
  topic<Row extends LiveRow>(name: TopicName, view?: View): Topic<Row>;
  /** Topics that have a publisher; for a test that walks them. */
  published(): TopicName[];
  /** Calls the listener with every change of a topic, in order; returns the function that ends it. */
  watch(name: TopicName, listener: (change: LiveChange) => void): () => void;
  /** State that the socket reads; other code uses `topic`. */
  state(name: TopicName): TopicState;
  /** Called after every tick (10 times a second) while there is at least one listener. */
  onTick(listener: () => void): () => void;
  close(): void;
}

export interface LiveHubOptions {
  bus?: Bus;
  log?: { error(details: object, message: string): void };
}

/** Creates the live rows of the whole server. The timer runs only while there is a listener. */
export function createLiveHub(options: LiveHubOptions = {}): LiveHub {
  const bus = options.bus ?? createBus();
  const start = randomBytes(8).toString('hex');
  const states = new Map<TopicName, TopicState>();
  const listeners = new Set<() => void>();
  const published = new Set<TopicName>();
  let timer: NodeJS.Timeout | undefined;

  function state(name: TopicName): TopicState {
    const known = states.get(name);
    if (known !== undefined) return known;
    const made = new TopicState(name, start);
    states.set(name, made);
    bus.subscribe(`live.${name}`, (change) => made.apply(change as LiveChange));
    return made;
  }

  function tick(): void {
    for (const each of states.values()) each.seal();
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        options.log?.error({ error }, 'a live console failed');
      }
    }
  }

  return {
    state,
    published: () => [...published],
    watch: (name, listener) => bus.subscribe(`live.${name}`, (change) => listener(change as LiveChange)),
    topic<Row extends LiveRow>(name: TopicName, view?: View): Topic<Row> {
      const held = state(name);
      published.add(name);
      if (view !== undefined) held.view = view;
      const send = (change: LiveChange) => bus.publish(`live.${name}`, change);
      return {
        name,
        snapshot: () => [...held.rows.values()] as Row[],
        get: (id) => held.rows.get(id) as Row | undefined,
        replaceAll: (rows, rev) => send({ op: 'replaceAll', rows: [...rows], rev }),
        upsert: (row, rev) => send({ op: 'upsert', row, rev }),
        patch: (id, fields) => send({ op: 'patch', id, fields }),
        remove: (id, rev) => send({ op: 'remove', id, rev }),
      };
    },
    onTick(listener) {
      listeners.add(listener);
      timer ??= setInterval(tick, 1000 / FRAMES_PER_S);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      listeners.clear();
      clearInterval(timer);
      timer = undefined;
    },
  };
}
