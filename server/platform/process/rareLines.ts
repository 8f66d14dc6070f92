/** Time between two lines about the same subject, ms. */
const APART_MS = 60_000;
/** Subjects that are told apart at a time; the further ones share a line. */
const MAX_SUBJECTS = 100;
const OTHERS = '';

type Write = (details: object, message: string) => void;

/** Log lines about something that others can cause as often as they want: one a minute for each subject. */
export class RareLines {
  readonly #write: Write;
  readonly #now: () => number;
  /** Time of the last line, monotonic ms, and the number of lines left out since. */
  readonly #subjects = new Map<string, { at: number; repeated: number }>();

  /** @param now monotonic ms */
  constructor(write: Write, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
  }

  /** Writes a line, or counts it as `repeated` of the next line about the subject. */
  write(subject: string, details: object, message: string): void {
    const at = this.#now();
    const key = this.#keyOf(subject, at);
    const known = this.#subjects.get(key);
    if (known !== undefined && at - known.at < APART_MS) {
      known.repeated += 1;
      return;
    }
    this.#subjects.set(key, { at, repeated: 0 });
    const repeated = known?.repeated ?? 0;
    this.#write(repeated === 0 ? details : { ...details, repeated }, message);
  }

  #keyOf(subject: string, at: number): string {
    if (this.#subjects.has(subject) || this.#subjects.size < MAX_SUBJECTS) return subject;
    for (const [key, { at: last }] of this.#subjects) if (at - last >= APART_MS) this.#subjects.delete(key);
    return this.#subjects.size < MAX_SUBJECTS ? subject : OTHERS;
  }
}
