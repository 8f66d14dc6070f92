/**
 * Calls `tick` every `everyMs` without drift. Calls missed in a stall are not repeated; the next call does
 * their work. Returns the function that ends it.
 */
export function every(everyMs: number, tick: () => void): () => void {
  let due = performance.now() + everyMs;
  const next = () => {
    tick();
    due = Math.max(due + everyMs, performance.now() - everyMs);
    timer = setTimeout(next, Math.max(0, due - performance.now()));
  };
  let timer = setTimeout(next, everyMs);
  return () => clearTimeout(timer);
}
