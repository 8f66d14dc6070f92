/** Sound of one track in an audio element. */
interface Voice {
  element: HTMLAudioElement;
  state: 'loading' | 'open' | 'failed';
  /** The address was fetched again since the last playback: a ticket expires. */
  reloaded: boolean;
}

/** Largest deviation of an element from its position before it is moved, s. */
const DRIFT_S = 0.25;
/** Volume of other tracks under the emergency microphone, which pre-empts them at the terminals. */
const UNDER = 0.15;

/** A track to be played now, and the position in it, s. */
export interface Heard {
  id: number;
  at_s: number;
  emergency: boolean;
}

/** Audio elements that play several recordings at their positions on one time line. */
export class Voices {
  readonly #load: (id: number) => Promise<string>;
  readonly #voices = new Map<number, Voice>();

  /** `load`: fetches the address of a recording, with its ticket. */
  constructor(load: (id: number) => Promise<string>) {
    this.#load = load;
  }

  /** Plays exactly these tracks. Returns false while one of them is not ready: the time line waits for it. */
  play(wanted: readonly Heard[]): boolean {
    const over = wanted.some(({ emergency }) => emergency);
    for (const [id, { element }] of this.#voices)
      if (!wanted.some((one) => one.id === id) && !element.paused) element.pause();
    let isReady = true;
    for (const one of wanted) {
      const voice = this.#voices.get(one.id) ?? this.#open(one.id);
      const { element } = voice;
      if (voice.state === 'failed') continue;
      element.volume = over && !one.emergency ? UNDER : 1;
      const driftS = Math.abs(element.currentTime - one.at_s);
      if (voice.state === 'open' && driftS > DRIFT_S && !element.seeking) element.currentTime = one.at_s;
      // The file is a little shorter than its row says: the rest is silence.
      else if (element.ended) continue;
      if (element.paused && voice.state === 'open') void element.play().catch(() => undefined);
      if (voice.state === 'loading' || element.seeking || element.readyState < element.HAVE_FUTURE_DATA)
        isReady = false;
    }
    return isReady;
  }

  pause(): void {
    for (const { element } of this.#voices.values()) element.pause();
  }

  /** Tracks that cannot be played. */
  get failed(): number[] {
    return [...this.#voices].flatMap(([id, { state }]) => (state === 'failed' ? id : []));
  }

  close(): void {
    for (const { element } of this.#voices.values()) {
      element.pause();
      element.removeAttribute('src');
      element.load();
    }
    this.#voices.clear();
  }

  #open(id: number): Voice {
    const voice: Voice = { element: new Audio(), state: 'loading', reloaded: false };
    this.#voices.set(id, voice);
    const { element } = voice;
    element.preload = 'auto';
    element.addEventListener('playing', () => {
      voice.reloaded = false;
    });
    element.addEventListener('error', () => {
      if (this.#voices.get(id) !== voice || element.getAttribute('src') === null) return;
      if (voice.reloaded) voice.state = 'failed';
      else void this.#fetch(id, voice);
    });
    void this.#fetch(id, voice);
    return voice;
  }

  async #fetch(id: number, voice: Voice): Promise<void> {
    voice.reloaded = voice.element.getAttribute('src') !== null;
    voice.state = 'loading';
    try {
      const address = await this.#load(id);
      if (this.#voices.get(id) !== voice) return;
      voice.element.src = address;
      voice.state = 'open';
    } catch {
      voice.state = 'failed';
    }
  }
}
