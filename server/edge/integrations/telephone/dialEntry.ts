/** Longest entry; further digits are dropped. */
const MAX_DIGITS = 16;

/** Code and PIN that a caller has entered. */
export interface Entered {
  code: string;
  pin: string;
}

/** Digits of one caller: a code and `#`, then its PIN and `#`. `*` clears what was dialled since the last `#`. */
export class DialEntry {
  #code: string | null;
  #digits = '';

  /** @param code code that the called number gives already; null: it is dialled first */
  constructor(code: string | null) {
    this.#code = code;
  }

  /** Code that was entered and waits for its PIN; null: none. */
  get code(): string | null {
    return this.#code;
  }

  /** Entry that is asked for now. */
  get asks(): 'code' | 'pin' {
    return this.#code === null ? 'code' : 'pin';
  }

  /** Takes a digit. Returns what was entered, once code and PIN are complete; the next entry begins with a code. */
  press(digit: string): Entered | null {
    if (digit === '*') this.#digits = '';
    else if (/^[0-9]$/.test(digit)) this.#digits = `${this.#digits}${digit}`.slice(0, MAX_DIGITS);
    if (digit !== '#' || this.#digits === '') return null;
    const digits = this.#digits;
    this.#digits = '';
    if (this.#code === null) {
      this.#code = digits;
      return null;
    }
    const entered = { code: this.#code, pin: digits };
    this.#code = null;
    return entered;
  }
}
