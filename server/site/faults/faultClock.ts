/** Clocks by which faults are judged; tests set them. */
export interface FaultClock {
  /** Epoch ms. */
  wall(): number;
  /** Monotonic ms. */
  mono(): number;
}

export const realClock: FaultClock = { wall: Date.now, mono: () => performance.now() };
