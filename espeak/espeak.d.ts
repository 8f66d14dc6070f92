/** The part of the package that is used; it brings no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface Worker {
    readonly samplerate: number;
    set_voice(name: string, language: string, gender: number, age: number, variant: number): number;
    /** Words per minute, 80–450. */
    set_rate(rate: number): void;
    /** `text` is SSML. The callback stops it by returning true. */
    synthesize(text: string, onAudio: (audio: Int16Array | null) => boolean): void;
  }
  export default function load(): Promise<{ eSpeakNGWorker: new () => Worker }>;
}
