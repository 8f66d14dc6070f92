import type { Message } from './faultyLink.ts';

/** Changes messages of one type. */
export const altered =
  (type: string, change: (message: Message) => object) =>
  (message: Message): unknown[] => [message.type === type ? { ...message, ...change(message) } : message];

/** Drops messages of one type. */
export const without =
  (type: string) =>
  (message: Message): unknown[] =>
    message.type === type ? [] : [message];

/** Adds messages to the first one of a type. */
export function added(type: string, before: object[], after: object[]) {
  let isDone = false;
  return (message: Message): unknown[] => {
    if (isDone || message.type !== type) return [message];
    isDone = true;
    return [...before, message, ...after];
  };
}
