import type { ZoneRow } from './zoneTree.ts';

/** What a key does in a tree (WAI-ARIA: tree view). */
export type TreeStep =
  | { kind: 'choose' }
  | { kind: 'open'; open: boolean }
  /** The active row moves to this index. */
  | { kind: 'go'; index: number };

/** The step of a key at the active row; null where the key is not the tree's. */
export function treeKey(key: string, rows: readonly ZoneRow[], at: number): TreeStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  const last = rows.length - 1;
  const { depth, children } = row.node;
  if (key === 'Enter' || key === ' ') return { kind: 'choose' };
  if (key === 'ArrowDown') return { kind: 'go', index: Math.min(at + 1, last) };
  if (key === 'ArrowUp') return { kind: 'go', index: Math.max(at - 1, 0) };
  if (key === 'Home') return { kind: 'go', index: 0 };
  if (key === 'End') return { kind: 'go', index: last };
  if (key === 'ArrowRight') {
    if (children.length === 0) return { kind: 'go', index: at };
    return row.isOpen ? { kind: 'go', index: Math.min(at + 1, last) } : { kind: 'open', open: true };
  }
  if (key === 'ArrowLeft') {
    if (row.isOpen && children.length > 0) return { kind: 'open', open: false };
    for (let i = at - 1; i >= 0; i--) if ((rows[i]?.node.depth ?? 0) < depth) return { kind: 'go', index: i };
    return { kind: 'go', index: at };
  }
  return null;
}
