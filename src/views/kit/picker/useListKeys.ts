import { type KeyboardEvent, useState } from 'react';
import type { Candidate } from './members.ts';

/** Rows of a page up or down. */
const PAGE = 10;

/**
 * Keys of a multi-select list (ARIA listbox): arrows, Home, End, pages; Space selects, with Shift the range
 * from the last one, Ctrl+A all.
 */
export function useListKeys(
  members: readonly Candidate[],
  chosen: ReadonlySet<number>,
  put: (members: readonly Candidate[], isIn: boolean) => void,
) {
  const [moved, setActive] = useState(0);
  const [anchor, setAnchor] = useState(0);
  const last = members.length - 1;
  const at = Math.max(0, Math.min(moved, last));

  /** Toggles one row; with `isRange` all rows from the last pressed one get its state. */
  function press(index: number, isRange: boolean): void {
    const one = members[index];
    if (one === undefined) return;
    setActive(index);
    if (isRange) {
      const from = Math.min(anchor, last);
      const isIn = chosen.has(members[from]?.id ?? 0);
      put(members.slice(Math.min(from, index), Math.max(from, index) + 1), isIn);
    } else {
      setAnchor(index);
      put([one], !chosen.has(one.id));
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const isCommand = event.ctrlKey || event.metaKey;
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (isCommand && event.key.toLowerCase() === 'a') put(members, true);
    else if (isCommand || event.altKey) return;
    else if (to !== undefined) setActive(Math.max(0, Math.min(to, last)));
    else if (event.key === ' ') press(at, event.shiftKey);
    else return;
    event.preventDefault();
  }
  return { at, press, onKeyDown };
}
