/** Figures of a page as web-vitals defines them, collected in the page since its start. */
export interface Vitals {
  /** Largest contentful paint so far, ms since navigation. */
  lcpMs: number;
  /** First contentful paint, ms since navigation. */
  fcpMs: number;
  /** Start of the largest text, to say what the figure is about. */
  lcpText: string;
  /** Longest event of each interaction, ms. */
  interactionsMs: number[];
  /** Bytes of the resources as they came over the line, without the document. */
  bytes: number;
  requests: number;
}

/**
 * Runs in the page before its own scripts: observes paints and interactions. An interaction counts with its longest
 * event, and shorter ones than 16 ms are not reported by the browser, as in web-vitals.
 */
export function observeVitals(): void {
  const found = { lcpMs: 0, lcpText: '', interactions: new Map<number, number>() };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      found.lcpMs = entry.startTime;
      found.lcpText = (entry.element?.textContent ?? '').slice(0, 60);
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      const { interactionId: id, duration } = entry;
      if (id > 0) found.interactions.set(id, Math.max(found.interactions.get(id) ?? 0, duration));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  Object.assign(window, { foundVitals: found });
}

/** Runs in the page: reads what `observeVitals` has found. */
export function readVitals(): Vitals {
  const { foundVitals } = window as unknown as {
    foundVitals: { lcpMs: number; lcpText: string; interactions: Map<number, number> };
  };
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return {
    lcpMs: foundVitals.lcpMs,
    lcpText: foundVitals.lcpText,
    fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    interactionsMs: [...foundVitals.interactions.values()],
    bytes: resources.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    requests: resources.length,
  };
}

/**
 * Interaction to next paint as web-vitals defines it: the longest one, without one in fifty.
 * @param made number of interactions, also those too short to be reported
 */
export function inpOf(interactionsMs: readonly number[], made: number): number {
  const sorted = [...interactionsMs].sort((a, b) => b - a);
  return sorted[Math.min(Math.floor(made / 50), sorted.length - 1)] ?? 16;
}
