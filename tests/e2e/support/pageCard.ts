import type { Page } from '@playwright/test';

/** Block of samples that the sound card of a terminal page took. */
export interface PlayedBlock {
  /** Time at which the page assumes its first sample was heard, µs since 1970; jitters with the browser's reports. */
  at_us: number;
  /** The same of frame 0 of the card. */
  zero_us: number;
  frame: number;
  samples: Float32Array;
}

/** Name of the array in the page that holds the blocks not read yet. */
const KEPT = 'playedBlocks';
interface Kept {
  frame: number;
  zero_us: number;
  samples: Float32Array;
}

/**
 * Records the sound of a terminal page opened with `?probe`, from its next navigation on
 * (docs/protocols/terminal-protocol.md, "Measuring"). Read it with `takePlayed`.
 */
export async function recordPageCard(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const kept: Kept[] = [];
    Object.assign(window, { [name]: kept });
    addEventListener('tocsin-probe', (event) => {
      const { frame, samples, rate, stamp } = (event as CustomEvent).detail;
      if (stamp) kept.push({ frame, zero_us: stamp.us - (stamp.frame * 1e6) / rate, samples });
    });
  }, KEPT);
}

/**
 * Takes the blocks that were played since the last call. The samples come as one string of base64: an array of numbers
 * would keep the page busy for so long that its sound breaks on a slow machine.
 */
export async function takePlayed(page: Page): Promise<PlayedBlock[]> {
  const taken = await page.evaluate((name) => {
    const kept = (window as unknown as Record<string, Kept[]>)[name]?.splice(0) ?? [];
    const bytes = kept.map(({ samples }) => new Uint8Array(samples.buffer));
    const binary = bytes.map((block) => String.fromCharCode(...block)).join('');
    return {
      blocks: kept.map(({ frame, zero_us, samples }) => [frame, zero_us, samples.length] as const),
      pcm: btoa(binary),
    };
  }, KEPT);
  const pcm = new Float32Array(new Uint8Array(Buffer.from(taken.pcm, 'base64')).buffer);
  let from = 0;
  return taken.blocks.map(([frame, zero_us, length]) => {
    const samples = pcm.subarray(from, from + length);
    from += length;
    return { at_us: zero_us + (frame * 1e6) / 48_000, zero_us, frame, samples };
  });
}
