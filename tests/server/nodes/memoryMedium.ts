import type { Medium } from '../../../server/platform/nodes/bus.types.ts';

/** Media between nodes of one process, over which a test can also publish what it likes. */
export class MemoryNet {
  readonly #hearers: { subject: string; hear: (text: string) => void }[] = [];

  open(): Medium {
    return {
      publish: (subject, text) => this.publish(subject, text),
      subscribe: (subject, hear) => void this.#hearers.push({ subject, hear }),
      close: async () => {},
    };
  }

  publish(subject: string, text: string): void {
    for (const one of this.#hearers) if (one.subject === subject) one.hear(text);
  }
}
