/**
 * Publish/subscribe interface through which all live changes go. It works in this process; with several
 * servers the same interface would carry the messages between them, so a message must survive JSON.
 */
export interface Bus {
  publish(subject: string, message: unknown): void;
  /**
   * Subscribes and returns the function that ends the subscription. Messages of a subject arrive in the order
   * of publishing.
   */
  subscribe(subject: string, listener: (message: unknown) => void): () => void;
}

/**
 * Creates a bus inside one process. It delivers synchronously, so a published change is readable in the next
 * statement.
 */
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
