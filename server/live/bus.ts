/**
 * The one place through which live changes leave the code that made them (design 1). In this process now; with
 * several servers the same interface carries the messages between them, so a message must survive JSON.
 */
export interface Bus {
  publish(subject: string, message: unknown): void;
  /** Returns the function that ends the subscription. Messages of a subject arrive in the order of publishing. */
  subscribe(subject: string, listener: (message: unknown) => void): () => void;
}

/** A bus inside one process: delivers at once, so what was published is readable in the next statement. */
export function createBus(): Bus {
  const listeners = new Map<string, Set<(message: unknown) => void>>();
  return {
    publish(subject, message) {
      for (const listener of listeners.get(subject) ?? []) listener(message);
    },
    subscribe(subject, listener) {
      const set = listeners.get(subject) ?? new Set();
      listeners.set(subject, set.add(listener));
      return () => {
        set.delete(listener);
      };
    },
  };
}
