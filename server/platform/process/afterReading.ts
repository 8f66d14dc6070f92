/**
 * Calls back when an answer has not come within `ms`. In a process that was held up (a long turn, a machine that is
 * overloaded) timers run before sockets are read: what arrived meanwhile is read first, and may cancel it.
 *
 * @returns a function that cancels it
 */
export function afterReading(ms: number, callback: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(callback);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}
