/**
 * Query that modules can use before the module that answers it is open. The answering module sets itself as the
 * source, so that no module is changed from outside.
 */
export interface Late<Asked extends unknown[], Answer> {
  ask(...asked: Asked): Answer;
  /** Sets the source of answers, once. */
  from(source: (...asked: Asked) => Answer): void;
}

/** Creates a query; `before` answers it until the source is set. */
export function createLate<Asked extends unknown[], Answer>(
  before: (...asked: Asked) => Answer,
): Late<Asked, Answer> {
  let answer = before;
  return {
    ask: (...asked) => answer(...asked),
    from(source) {
      if (answer !== before) throw new Error('a query has two sources');
      answer = source;
    },
  };
}
