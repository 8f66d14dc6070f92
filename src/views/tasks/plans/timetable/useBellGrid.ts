import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type BellDay, type BellDays, ringsOn, withDay } from './bellDays.ts';
import { type BellSound, type DraftBell, newBell, soundOf } from './draftBells.ts';
import { type Cell, FIRST_DAY, movedCell, SOUND, TIME } from './gridKeys.ts';

interface Props {
  bells: readonly DraftBell[];
  /** Columns of days. */
  columns: readonly BellDay[];
  /** Sound and days of new bells. */
  sound: BellSound;
  days: BellDays;
  onChange: (change: (bells: DraftBell[]) => DraftBell[]) => void;
  onPaste: (text: string, day: BellDay | null) => boolean;
}

/** Focus, input and keys of the grid of a timetable. Its last row is the bell that is added. */
export function useBellGrid({ bells, columns, sound, days, onChange, onPaste }: Props) {
  const dayOfColumn = (column: number): BellDay | null => columns[column - FIRST_DAY] ?? null;
  const sizeOf = (rows: number) => ({ rows, columns: FIRST_DAY + columns.length });
  const ref = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<Cell>({ row: 0, column: TIME });
  /** Text with which the input of the active cell began, null: its content; undefined: it is not edited. */
  const [typed, setTyped] = useState<string | null>();
  const [added, setAdded] = useState(() => newBell('', days, sound));
  /** The focus is to be set once the cells are there. */
  const hasMoved = useRef(false);
  const row = Math.min(active.row, bells.length);
  const bell = bells[row];

  useEffect(() => {
    if (!hasMoved.current || typed !== undefined) return;
    hasMoved.current = false;
    ref.current?.querySelector<HTMLElement>(`[data-cell="${row}:${active.column}"]`)?.focus();
  });

  function go(cell: Cell): void {
    hasMoved.current = true;
    setTyped(undefined);
    setActive(cell);
  }
  function edit(cell: Cell, text: string | null): void {
    setActive(cell);
    setTyped(text);
  }
  function change(index: number, more: Partial<DraftBell>): void {
    const key = bells[index]?.key;
    onChange((now) => now.map((one) => (one.key === key ? { ...one, ...more } : one)));
  }
  function toggle(cell: Cell): void {
    const day = dayOfColumn(cell.column);
    const one = bells[cell.row];
    if (day === null || one === undefined) return;
    change(cell.row, withDay(one, day, !ringsOn(one, day)));
  }
  function remove(index: number): void {
    const key = bells[index]?.key;
    onChange((now) => now.filter((one) => one.key !== key));
    go({ row: index, column: active.column });
  }

  /** Takes the typed time, and moves as its last key says. */
  function endTime(time: string, key: string | null): void {
    const isAdded = bell === undefined && time.trim() !== '';
    if (isAdded) {
      onChange((now) => [...now, { ...added, ...soundOf(sound), time: time.trim() }]);
      setAdded(newBell('', days, sound));
    } else if (bell !== undefined) change(row, { time: time.trim() });
    if (key === null) {
      setTyped(undefined);
      return;
    }
    const rows = bells.length + (isAdded ? 2 : 1);
    const moves: Record<string, string> = { Enter: 'ArrowDown', Tab: 'ArrowRight' };
    go(movedCell({ row, column: TIME }, moves[key] ?? key, sizeOf(rows)) ?? { row, column: TIME });
  }
  function endSound(next: BellSound): void {
    if (bell !== undefined) change(row, next);
    go({ row, column: SOUND });
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const isCell = (event.target as HTMLElement).dataset.cell !== undefined;
    if (!isCell || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = { row, column: active.column };
    const moved = movedCell(cell, event.key, sizeOf(bells.length + 1));
    const day = dayOfColumn(cell.column);
    const isDay = day !== null;
    if (moved !== null) go(moved);
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (bell === undefined) return;
      if (isDay) change(row, withDay(bell, day, false));
      else remove(row);
    } else if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') {
      if (isDay) toggle(cell);
      else edit(cell, null);
    } else if (event.key.length === 1 && cell.column === TIME) edit(cell, event.key);
    else if (event.key.length === 1 && cell.column === SOUND && bell !== undefined) edit(cell, null);
    else return;
    event.preventDefault();
  }

  return {
    ref,
    active: { row, column: active.column },
    setActive,
    typed,
    added,
    remove,
    endTime,
    endSound,
    /** Ends the input without a change, by Escape. */
    cancel: () => go({ row, column: active.column }),
    /** Ends the input without a change, when the focus has left. */
    end() {
      hasMoved.current = document.activeElement === document.body;
      setTyped(undefined);
    },
    /** Presses a cell: switches a day, or begins the input. */
    press(cell: Cell) {
      if (dayOfColumn(cell.column) === null) {
        if (cell.column === TIME || bells[cell.row] !== undefined) edit(cell, null);
        return;
      }
      toggle(cell);
      go(cell);
    },
    onKeyDown,
    onPaste(event: ClipboardEvent<HTMLTableElement>) {
      const text = event.clipboardData.getData('text/plain');
      // A single time goes into the field that has the focus.
      const isInput = (event.target as HTMLElement).tagName === 'INPUT';
      if (isInput && (active.column !== TIME || !/[\s,;，；、]/.test(text.trim()))) return;
      if (!onPaste(text, dayOfColumn(active.column))) return;
      event.preventDefault();
      go({ row, column: active.column });
    },
  };
}
