/** Texts seen in a page: for each row ever shown, when each text appeared, epoch ms. */
export interface Watched {
  frames: number;
  /** Frames more than 100 ms after the previous one. */
  slow: number;
  seconds: number;
  longestMs: number;
  /** Number of interactions, and the time from each to the next frame, ms; those below 16 ms have no time. */
  interactions: number;
  interactionsMs: number[];
  /** Texts by id of the column "skew" in the order shown; null: the row left the view. */
  seen: Record<string, [at: number, text: string | null][]>;
}

/**
 * Runs in the page: scrolls the grid back and forth at a steady rate and records, frame by frame, the visible
 * rows. Only rows entirely in the view count as visible.
 */
export function watchGrid(options: { ms: number; pixelsPerS: number }): Promise<Watched> {
  const viewport = document.querySelector('.ag-body-viewport, .ag-grid-viewport') as HTMLElement;
  const scroller = [...document.querySelectorAll<HTMLElement>('[class*=ag-]')].find(
    (element) =>
      element.scrollHeight > element.clientHeight + 1000 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
  if (scroller === undefined) throw new Error('no grid that scrolls');
  const view = (viewport ?? scroller).getBoundingClientRect();
  const seen: Watched['seen'] = {};
  const shown = new Map<string, string | null>();
  const note = (id: string, text: string | null) => {
    if (shown.get(id) === text) return;
    shown.set(id, text);
    seen[id] ??= [];
    seen[id].push([Date.now(), text]);
  };
  // Chromium counts all interactions, also those that are too short to be reported.
  const counted = () => (performance as Performance & { interactionCount?: number }).interactionCount ?? 0;
  const countedBefore = counted();
  const interactions = new Map<number, number>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      const { interactionId: id, duration } = entry;
      if (id > 0) interactions.set(id, Math.max(interactions.get(id) ?? 0, duration));
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  return new Promise((resolve) => {
    const start = performance.now();
    let last = start;
    let frames = 0;
    let slow = 0;
    let longestMs = 0;
    let direction = 1;
    const frame = () => {
      const now = performance.now();
      const gap = now - last;
      last = now;
      frames += 1;
      if (gap > 100) slow += 1;
      longestMs = Math.max(longestMs, gap);
      const here = new Set<string>();
      for (const row of scroller.querySelectorAll<HTMLElement>('.ag-row')) {
        const id = row.getAttribute('row-id');
        const cell = row.querySelector('[col-id="skew_us"]');
        if (id === null || cell === null) continue;
        const { top, bottom } = row.getBoundingClientRect();
        if (top < view.top || bottom > view.bottom) continue;
        here.add(id);
        note(id, cell.textContent);
      }
      for (const [id, text] of shown) if (text !== null && !here.has(id)) note(id, null);
      if (now - start >= options.ms) {
        observer.disconnect();
        const interactionsMs = [...interactions.values()];
        const seconds = (now - start) / 1000;
        resolve({
          frames,
          slow,
          longestMs,
          interactions: counted() - countedBefore,
          interactionsMs,
          seconds,
          seen,
        });
        return;
      }
      const end = scroller.scrollHeight - scroller.clientHeight;
      if (scroller.scrollTop >= Math.min(end, 20_000)) direction = -1;
      if (scroller.scrollTop <= 0) direction = 1;
      scroller.scrollTop += (direction * options.pixelsPerS * Math.min(gap, 100)) / 1000;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(() => {
      last = performance.now();
      requestAnimationFrame(frame);
    });
  });
}
