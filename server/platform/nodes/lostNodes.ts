import type { LostNode } from './nodes.types.ts';
import type { Beat } from './presence.ts';

type Place = Pick<Beat, 'name' | 'urls'>;

/** A process that is started again has another id: a node is the same if its machine and one of its addresses are. */
const isSame = (one: Place, other: Place) =>
  one.name === other.name && one.urls.some((url) => other.urls.includes(url));

/** Nodes that are not heard any more, until they are heard again or a person forgets them. */
export class LostNodes {
  #nodes: LostNode[] = [];

  all(): LostNode[] {
    return [...this.#nodes];
  }

  add(node: LostNode): void {
    // One that ended before it listened has no address by which it would be known again.
    if (node.urls.length === 0) return;
    this.found(node);
    this.#nodes.push(node);
  }

  /** Takes back that a node is lost. */
  found(place: Place): void {
    this.#nodes = this.#nodes.filter((one) => !isSame(one, place));
  }

  clear(): void {
    this.#nodes = [];
  }
}
