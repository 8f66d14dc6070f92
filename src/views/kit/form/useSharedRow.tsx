import { type ReactNode, useRef, useState } from 'react';
import { errorCode } from '../../../../contract/api/errors.ts';
import { useNames } from '../rows/useNames.ts';
import { MergeView, named } from './MergeView.tsx';
import {
  type Difference,
  differencesOf,
  listChange,
  type SharedField,
  type Side,
  sideValue,
} from './merge.ts';

/** A row as the server has it. */
export type Stored = { rev: number } & Readonly<Record<string, unknown>>;
/** Sets a value of the form. */
type Put = (name: string, value: unknown) => void;

/**
 * Saves a row that somebody else may be editing at the same time, without losing input. `save` sends the
 * revision that was read; when the server has a newer one, it is read, the other person's changes are taken
 * over where the user made none, and `view` shows the rest to choose from. The next save is based on the new
 * revision; it is sent at once if none of the form's fields differ (a text was built meanwhile, say).
 */
export function useSharedRow<Values extends object>(options: {
  stored: Stored | null;
  fields: readonly SharedField[];
  read: () => Promise<Stored>;
  save: (values: Values, rev: number | undefined, base: Stored | null) => Promise<unknown>;
}): { submit: (values: Values, put: Put) => Promise<void>; base: Stored | null; view: ReactNode } {
  const [base, setBase] = useState(options.stored);
  const [differences, setDifferences] = useState<readonly Difference[] | null>(null);
  const { learn } = useNames();
  const putLast = useRef<Put>(() => undefined);

  /** Fetches the names of ids in a difference; of a list, those added and removed. */
  async function learnNames({ field, base: was, theirs, mine }: Difference): Promise<void> {
    if (field.path === undefined) return;
    const shown = [theirs, mine].flatMap((value) => {
      if (!Array.isArray(value)) return [value];
      const { joined, left } = listChange(was, value);
      return field.isList === true ? [...joined.slice(0, named), ...left.slice(0, named)] : value;
    });
    await learn(field.path, shown);
  }

  async function submit(values: Values, put: Put): Promise<void> {
    putLast.current = put;
    try {
      await options.save(values, base?.rev, base);
    } catch (error) {
      if (base === null || (error as { code?: unknown }).code !== errorCode.conflict) throw error;
      const now = await options.read();
      // Another conflict, e.g. a code that is taken.
      if (now.rev === base.rev) throw error;
      const found = differencesOf(options.fields, base, values as Record<string, unknown>, now);
      if (found.length === 0) return void (await options.save(values, now.rev, now));
      await Promise.all(found.map((one) => learnNames(one)));
      for (const one of found) put(one.field.name, sideValue(one, one.side));
      setDifferences(found);
      setBase(now);
      // `view` explains what happened: the server's message would repeat it.
      throw new Error('');
    }
  }
  const choose = (chosen: Difference, side: Side) => {
    putLast.current(chosen.field.name, sideValue(chosen, side));
    setDifferences((old) => old?.map((one) => (one.field === chosen.field ? { ...one, side } : one)) ?? null);
  };
  const view = differences === null ? null : <MergeView differences={differences} onChoose={choose} />;
  return { submit, base, view };
}
