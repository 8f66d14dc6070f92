import { foldedCode } from '../../../contract/rules/foldedCode.ts';

/**
 * Makes a function that finds the entry of a code: the one with exactly this code, else the only one that
 * differs in case alone. New codes must differ in more than case; older sites may have such pairs, which keep
 * their exact codes. The login does the same in SQL (`findAccountByCode`).
 */
export function findByCode<T>(
  all: Iterable<readonly [code: string, one: T]>,
): (code: string) => T | undefined {
  const exact = new Map(all);
  const folded = Map.groupBy(exact, ([code]) => foldedCode(code));
  return (code) => {
    const [like, another] = folded.get(foldedCode(code)) ?? [];
    return exact.get(code) ?? (another === undefined ? like?.[1] : undefined);
  };
}
