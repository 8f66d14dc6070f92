/**
 * Order in which the modules stop; the one place that decides it. Watches and helpers end first, then whatever starts
 * sound (integrations, alarms, inputs, schedules), then the sound, then the terminals. What the others still write
 * while they end comes last: the journal, the ids and the snapshot of what was written.
 */
export const stopOrder = [
  'idle',
  'httpsOnly',
  'databaseMetrics',
  'disk',
  'rightsWatch',
  'backups',
  'pairing',
  'nodes',
  'upgrades',
  'taskLog',
  'sourceWatch',
  'offlinePlayback',
  'calls',
  'quickCodes',
  'talkLinks',
  'talking',
  'capturerTasks',
  'captures',
  'integrations',
  'panels',
  'emergency',
  'gpioTasks',
  'schedule',
  'broadcasting',
  'foreignTerminals',
  'recordings',
  'streams',
  'radios',
  'media',
  'signals',
  'history',
  'io',
  'sitePlans',
  'terminals',
  // After the gateway: terminals of a server that stops are not reported as offline.
  'relays',
  'faultWatch',
  'onlineLog',
  'wrongPasswords',
  'retention',
  'retentionClock',
  'live',
  'hashing',
  // Holds the last writes of the modules above.
  'journal',
  'ids',
  'snapshot',
] as const;

export type StopName = (typeof stopOrder)[number];
type Close = () => unknown;

/** Closes the modules that are open. @param kept modules that stay open, until it is called again */
export type CloseModules = (kept?: readonly StopName[]) => Promise<void>;

/** Registers how a module ends; each name once. */
export type OnStop = (name: StopName, close: Close) => void;

/** Collects how the opened modules end, and ends them in the order above. */
export function createStops(): { on: OnStop; close: CloseModules } {
  const closers = new Map<StopName, Close>();
  return {
    on(name, close) {
      if (closers.has(name)) throw new Error(`two modules stop as ${name}`);
      closers.set(name, close);
    },
    /** Ends every module, also after one that fails. @throws what failed, after the last one */
    async close(kept = []) {
      const stack = new AsyncDisposableStack();
      // The stack disposes of its last entry first.
      for (const name of stopOrder.toReversed()) {
        const close = closers.get(name);
        if (close === undefined || kept.includes(name)) continue;
        stack.defer(async () => void (await close()));
        closers.delete(name);
      }
      await stack.disposeAsync();
    },
  };
}
