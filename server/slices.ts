/** Work goes on this long at a time, ms: less than a packet of speech lasts. */
const SLICE_MS = 8;

/**
 * For long work in this process: call it between two small parts and wait for what it returns. Audio goes out of the
 * same event loop, so whatever takes longer than a slice lets all that is due go first.
 */
export function createSlices(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
