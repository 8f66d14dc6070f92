import type { Refusal } from './bus.types.ts';
import type { Beat, HeardNode } from './presence.ts';

export type LostNode = Pick<Beat, 'name' | 'urls' | 'version'> & {
  /** When it was not heard any more, epoch ms. */
  at: number;
};

/** `connection`: one to the entry of a leader that is not of a node of this system. */
export type RefusalCounts = Readonly<Record<Refusal | 'connection', number>>;

/** What this process knows of the nodes of its system. */
export interface NodesSource {
  own(): Beat;
  heard(): HeardNode[];
  /** Nodes that are not heard any more and were not stopped. */
  lost(): LostNode[];
  /** Takes a node as lost that an earlier leader has missed. */
  remember(node: LostNode): void;
  /** Takes back that a node is lost, which is known by its name and one address. */
  found(node: Pick<Beat, 'name' | 'urls'>): void;
  /** Forgets the lost nodes. */
  forget(): void;
  /** Since when NATS is connected or away, epoch ms. */
  bus(): { isOpen: boolean; since: number };
  refusals(): RefusalCounts;
}
