/** Frames of a page during some seconds. */
export interface Frames {
  frames: number;
  /** Frames more than 100 ms after the previous one. */
  slow: number;
  longestMs: number;
  seconds: number;
}

/** Runs in the page: counts its frames. */
export function watchFrames(ms: number): Promise<Frames> {
  return new Promise((resolve) => {
    const start = performance.now();
    let last = start;
    let [frames, slow, longestMs] = [0, 0, 0];
    const frame = () => {
      const now = performance.now();
      frames += 1;
      if (now - last > 100) slow += 1;
      longestMs = Math.max(longestMs, now - last);
      last = now;
      if (now - start < ms) requestAnimationFrame(frame);
      else resolve({ frames, slow, longestMs, seconds: (now - start) / 1000 });
    };
    requestAnimationFrame(frame);
  });
}
