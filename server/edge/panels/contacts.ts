import { inputContact } from '../../../contract/codes.ts';
import {
  defaultFireInput,
  type FireInputSettings,
} from '../../../contract/entities/terminals/fireControlDevice.ts';

interface Contact {
  active: boolean;
  /** Since when it differs from `active`, ms; null: it does not. */
  sinceMs: number | null;
}

/** Inputs of a panel that is polled: kind of their contacts, and the time for which a change must be stable. */
export class Contacts {
  readonly #settings: readonly FireInputSettings[];
  readonly #contacts: Contact[] = [];
  readonly #initial: ReadonlySet<number>;

  constructor(settings: readonly FireInputSettings[], initial: ReadonlySet<number>) {
    this.#settings = settings;
    this.#initial = initial;
  }

  /** Takes a reading, input 1 first. @returns the inputs that count as active */
  take(closed: readonly boolean[], atMs: number): boolean[] {
    return closed.map((isClosed, i) => {
      const { contact, debounce_ms } = this.#settings[i] ?? defaultFireInput;
      this.#contacts[i] ??= { active: this.#initial.has(i + 1), sinceMs: null };
      const known = this.#contacts[i];
      const active = (contact === inputContact.normallyClosed) !== isClosed;
      known.sinceMs = active === known.active ? null : (known.sinceMs ?? atMs);
      if (known.sinceMs !== null && atMs - known.sinceMs >= debounce_ms) {
        known.active = active;
        known.sinceMs = null;
      }
      return known.active;
    });
  }

  /** Time until a change that was read counts, if it lasts, ms; null: none was read. */
  pendingMs(atMs: number): number | null {
    const waits = this.#contacts.flatMap(({ sinceMs }, i) =>
      sinceMs === null ? [] : [sinceMs + (this.#settings[i] ?? defaultFireInput).debounce_ms - atMs],
    );
    return waits.length === 0 ? null : Math.max(0, Math.min(...waits));
  }
}
