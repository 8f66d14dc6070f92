import { type KeyboardEvent, useState } from 'react';
import type { TreeMarks } from './useTreeMarks.ts';
import type { ZoneNode } from './zones.ts';

interface Actions {
  toggle: (id: number) => void;
  select: (id: number) => void;
  check: ((id: number) => void) | undefined;
  /**
   * Moving by keyboard: `cut` the active zone, `paste` it below the active one, or cancel. Each returns
   * whether it was done.
   */
  carry: { cut: (id: number) => boolean; paste: (to: number) => boolean; letGo: () => boolean };
  marks: TreeMarks;
}

/**
 * Keys of an ARIA tree: arrows, Home, End, Enter, Space, and typing the first letters of a name. Ctrl+X and
 * Ctrl+V (Cmd on a Mac) move a zone as dragging does; Escape cancels. Where several can be marked: Shift with
 * the arrows, Home and End, or with Space, extends the marks; Ctrl+Space adds one, Ctrl+A all.
 */
export function useTreeKeys(nodes: readonly ZoneNode[], selected: number | undefined, actions: Actions) {
  const [moved, setActive] = useState<number | undefined>();
  const known = (id: number | undefined) => nodes.some((node) => node.zone.id === id);
  const active = known(moved) ? moved : known(selected) ? selected : nodes[0]?.zone.id;
  const at = nodes.findIndex((node) => node.zone.id === active);
  const go = (index: number, isRange = false) => {
    const to = nodes[Math.max(0, Math.min(index, nodes.length - 1))]?.zone.id;
    setActive(to);
    if (isRange && to !== undefined) actions.marks.extend(to, active);
  };

  const right = (node: ZoneNode) => {
    if (node.hasChildren && !node.isOpen) actions.toggle(node.zone.id);
    else if (node.isOpen) go(at + 1);
  };
  const left = (node: ZoneNode) => {
    if (node.isOpen) actions.toggle(node.zone.id);
    else {
      const parent = nodes.findLastIndex((one, index) => index < at && one.level < node.level);
      if (parent >= 0) go(parent);
    }
  };
  const press = (node: ZoneNode) => (actions.check ?? actions.select)(node.zone.id);
  const type = (letter: string) => {
    const matches = (node: ZoneNode) => node.zone.name.toLocaleLowerCase().startsWith(letter);
    const after = nodes.findIndex((node, index) => index > at && matches(node));
    const found = after >= 0 ? after : nodes.findIndex(matches);
    if (found >= 0) go(found);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const node = nodes[at];
    if (node === undefined || event.altKey) return;
    if (event.ctrlKey || event.metaKey || event.key === 'Escape') {
      const { carry, marks } = actions;
      const { id } = node.zone;
      const keys: Record<string, () => boolean> = {
        Escape: () => carry.letGo() || marks.clear(),
        x: () => carry.cut(id),
        v: () => carry.paste(id),
        a: () => marks.all(),
        ' ': () => marks.toggle(id),
      };
      if (keys[event.key]?.() === true) event.preventDefault();
      return;
    }
    const { shiftKey } = event;
    if (event.key === 'ArrowDown') go(at + 1, shiftKey);
    else if (event.key === 'ArrowUp') go(at - 1, shiftKey);
    else if (event.key === 'ArrowRight') right(node);
    else if (event.key === 'ArrowLeft') left(node);
    else if (event.key === 'Home') go(0, shiftKey);
    else if (event.key === 'End') go(nodes.length - 1, shiftKey);
    else if (event.key === ' ' && shiftKey && actions.marks.extend(node.zone.id)) event.preventDefault();
    else if (event.key === 'Enter' || event.key === ' ') press(node);
    else if (event.key.length === 1) type(event.key.toLocaleLowerCase());
    else return;
    event.preventDefault();
  };
  return { active, at, setActive, onKeyDown };
}
