import { foldedCode } from '../../contract/foldedCode.ts';

/**
 * Makes the function that finds whom a code means: the one with that very code, else the only one whose code differs in
 * capital and small letters alone. Two such are no longer taken in; sites that have them from before keep both, each by
 * its very code. The login says the same in SQL (`findAccountByCode`).
 */
export function meantBy<T>(all: Iterable<readonly [code: string, one: T]>): (code: string) => T | undefined {
  const exact = new Map(all);
  const folded = Map.groupBy(exact, ([code]) => foldedCode(code));
  return (code) => {
    const [like, another] = folded.get(foldedCode(code)) ?? [];
    return exact.get(code) ?? (another === undefined ? like?.[1] : undefined);
  };
}
