/**
 * Calls `tick` every `everyMs` without drift; after a stall the calls that were missed are not made up for, what
 * they owed is done by the next one. Returns the function that ends it.
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
