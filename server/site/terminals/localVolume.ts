import type { Report } from '../../../contract/protocol/terminal.ts';

/** Delay before a changed volume is stored, ms: a dragged slider is written once. */
const REST_MS = 500;

/** Stores volumes that were changed at the terminals themselves; the newest of each counts. */
export function createLocalVolume(
  store: (terminalId: number, volume: number) => Promise<void>,
  log: { error(details: object, message: string): void },
  restMs = REST_MS,
) {
  const waiting = new Map<number, NodeJS.Timeout>();
  return {
    report(terminalId: number, { volume }: Report): void {
      if (volume === undefined) return;
      clearTimeout(waiting.get(terminalId));
      const timer = setTimeout(() => {
        waiting.delete(terminalId);
        store(terminalId, Math.round(volume)).catch((error) =>
          log.error({ err: error, terminalId }, 'a volume set at a terminal could not be stored'),
        );
      }, restMs);
      waiting.set(terminalId, timer);
    },
    close(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
