import type { User } from '../uses/used.ts';

/** Users of lines by `ioId`; each source (plans, GPIO tasks) sets its own. */
export interface Uses {
  /** Replaces the previous users of `source`. */
  set(source: string, uses: ReadonlyMap<number, readonly User[]>): void;
  of(line: number): User[];
}

/** @param changed called for each line whose users may have changed */
export function createUses(changed: (line: number) => void): Uses {
  const uses = new Map<string, ReadonlyMap<number, readonly User[]>>();
  return {
    set(source, of) {
      const before = uses.get(source)?.keys() ?? [];
      uses.set(source, of);
      for (const line of new Set([...before, ...of.keys()])) changed(line);
    },
    of: (line) => [...uses.values()].flatMap((of) => of.get(line) ?? []),
  };
}
