import type { StatusOf } from '../../../contract/protocol/terminalStatus.ts';

/** Largest number of voices that are reported; some browsers have two hundred. */
const MAX_VOICES = 64;
/** Length of the beginning of a text that is reported while it is spoken, characters. */
const MAX_TEXT = 200;

/** The voices of a browser, and the texts that it speaks one after the other. */
export class Speech {
  #waiting = 0;
  #speaking: string | null = null;
  #spoken = 0;
  #failed = 0;
  readonly #changed: (status: StatusOf<'xtts'>) => void;

  constructor(changed: (status: StatusOf<'xtts'>) => void) {
    this.#changed = changed;
    // Browsers load their voices after the page.
    window.speechSynthesis?.addEventListener('voiceschanged', () => this.#reportStatus());
    this.#reportStatus();
  }

  /** Speaks a text after those that wait, by the first voice of its language, else by the browser's own. */
  speak(text: string, lang: string): void {
    const { speechSynthesis } = window;
    if (speechSynthesis === undefined) {
      this.#failed += 1;
      this.#reportStatus();
      return;
    }
    const utterance = new SpeechSynthesisUtterance(text);
    const voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(lang));
    if (voice) utterance.voice = voice;
    utterance.lang = lang;
    utterance.onstart = () => {
      this.#waiting -= 1;
      this.#speaking = text;
      this.#reportStatus();
    };
    const end = (isSpoken: boolean) => () => {
      // A text that never began was waiting until now.
      if (this.#speaking === text) this.#speaking = null;
      else this.#waiting -= 1;
      if (isSpoken) this.#spoken += 1;
      else this.#failed += 1;
      this.#reportStatus();
    };
    utterance.onend = end(true);
    utterance.onerror = end(false);
    this.#waiting += 1;
    speechSynthesis.speak(utterance);
    this.#reportStatus();
  }

  #reportStatus(): void {
    const voices = window.speechSynthesis?.getVoices() ?? [];
    this.#changed({
      queue: Math.max(0, this.#waiting),
      speaking: this.#speaking?.slice(0, MAX_TEXT) ?? null,
      voices: voices.slice(0, MAX_VOICES).map((voice) => ({
        id: voice.voiceURI.slice(0, 64),
        name: voice.name.slice(0, 64),
        lang: voice.lang.slice(0, 16),
      })),
      spoken: this.#spoken,
      failed: this.#failed,
    });
  }
}
