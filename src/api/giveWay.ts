/** Time without an answer after which other requests make reads give way, ms. */
export const GIVE_WAY_MS = 300;

/** The other tabs of this browser, which share its connections to the server. */
export interface OtherTabs {
  /** Makes the reads of the other tabs give way. */
  announce(): void;
  /** Calls back when another tab announces. */
  onAnnounced(give: () => void): void;
}

export interface GiveWay {
  /** Sends a read; sends it again after it gave way. */
  read<T>(send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  /** Does work that needs a connection at once. */
  ahead<T>(work: () => Promise<T>): Promise<T>;
}

interface OpenRead {
  at: number;
  abort: AbortController;
  gaveWay: boolean;
}

/**
 * Keeps a connection free for requests that change something, such as a stop, and for loading a screen. Over
 * HTTP/1.1 a browser opens six connections to a server for all its tabs; while reads hang on all of them, a
 * stop would not be sent. When it has no answer after `GIVE_WAY_MS`, all reads of each tab that have waited as
 * long, but the latest, are aborted and sent again behind it.
 *
 * @param now monotonic clock, ms
 */
export function createGiveWay(now: () => number, tabs?: OtherTabs): GiveWay {
  const open = new Set<OpenRead>();

  function give(): void {
    const waiting = [...open].filter(({ at }) => now() - at >= GIVE_WAY_MS);
    for (const one of waiting.slice(0, -1)) {
      one.gaveWay = true;
      one.abort.abort();
    }
  }
  tabs?.onAnnounced(give);

  return {
    async read(send, signal) {
      for (;;) {
        const one: OpenRead = { at: now(), abort: new AbortController(), gaveWay: false };
        const abort = () => one.abort.abort();
        signal?.addEventListener('abort', abort, { once: true });
        if (signal?.aborted) abort();
        open.add(one);
        try {
          return await send(one.abort.signal);
        } catch (error) {
          if (!one.gaveWay || signal?.aborted) throw error;
        } finally {
          open.delete(one);
          signal?.removeEventListener('abort', abort);
        }
      }
    },
    async ahead(work) {
      const timer = setTimeout(() => {
        give();
        tabs?.announce();
      }, GIVE_WAY_MS);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Returns the other tabs of this origin. */
export function otherTabs(): OtherTabs {
  const channel = new BroadcastChannel('tocsin.giveWay');
  return {
    announce: () => channel.postMessage(null),
    onAnnounced: (give) => {
      channel.onmessage = give;
    },
  };
}
