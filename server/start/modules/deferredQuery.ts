/**
 * Query that modules can use before the module that answers it is open. The answering module sets itself as the
 * source, so that no module is changed from outside.
 */
export interface DeferredQuery<Parameters extends unknown[], Answer> {
  query(...parameters: Parameters): Answer;
  /** Sets the source of answers, once. */
  setSource(source: (...parameters: Parameters) => Answer): void;
}

/** Creates a query; `before` answers it until the source is set. */
export function createDeferredQuery<Parameters extends unknown[], Answer>(
  before: (...parameters: Parameters) => Answer,
): DeferredQuery<Parameters, Answer> {
  let answer = before;
  return {
    query: (...parameters) => answer(...parameters),
    setSource(source) {
      if (answer !== before) throw new Error('a query has two sources');
      answer = source;
    },
  };
}
