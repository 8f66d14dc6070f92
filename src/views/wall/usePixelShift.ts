import { useEffect, useState } from 'react';

/** Interval of the shift, ms. */
const EVERY_MS = 60_000;

/** Places of the picture, px: a small round, so that no edge stays where it is. */
const round = [
  [0, 0],
  [2, 1],
  [3, 3],
  [1, 4],
  [-1, 3],
  [-3, 2],
  [-3, -1],
  [-1, -3],
  [1, -3],
  [2, -1],
] as const;

/** Place of the picture after a number of shifts. */
export function shiftAt(step: number): { x: number; y: number } {
  const [x, y] = round[step % round.length] ?? [0, 0];
  return { x, y };
}

/**
 * Moves a picture that stands for days by a few pixels every minute, against burn-in. Nothing moves while the
 * pointer is in use.
 */
export function usePixelShift(isInUse: boolean): { x: number; y: number } {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (isInUse) return;
    const timer = setInterval(() => setStep((now) => now + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, [isInUse]);
  return shiftAt(step);
}
