/** What one list of members has that another lacks. */
export interface Change {
  joined: readonly number[];
  left: readonly number[];
}

/** From `before` to `after`. */
export function changeOf(before: Iterable<number>, after: Iterable<number>): Change {
  const [was, is] = [new Set(before), new Set(after)];
  return {
    joined: [...is].filter((id) => !was.has(id)),
    left: [...was].filter((id) => !is.has(id)),
  };
}

/** One's own change, made on top of what others have made of it meanwhile. */
export function applyChange(members: Iterable<number>, { joined, left }: Change): ReadonlySet<number> {
  const next = new Set(members);
  for (const id of left) next.delete(id);
  for (const id of joined) next.add(id);
  return next;
}
