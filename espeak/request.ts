import type { TtsVoice } from '../contract/codes.ts';
import type { Segment } from '../contract/protocol/segments.ts';

/** Request that the espeak program reads from its standard input. */
export interface EspeakRequest {
  segments: Segment[];
  voice: TtsVoice;
  /** 0–100; 50 is normal, 0 half, 100 double the speed. */
  speed: number;
  /** Absolute path of the WAV file to write. */
  output: string;
  /** Says each piece of the file on its standard output as it comes. */
  aloud?: boolean;
}
