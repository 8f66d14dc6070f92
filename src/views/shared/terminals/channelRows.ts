import { type ChannelNode, readTunnelId } from '../../../../contract/entities/terminals/channelTree.ts';
import type { ZoneNode } from '../../kit/tree/zones.ts';

/** Number of capturers up to which all are expanded at first. */
const FEW = 10;
/** Largest number of channels of a capturer, for numbers of rows. */
const CHANNELS = 10_000;

/** Visible row of the tree of channels, with the number by which the keys of a tree know it. */
export interface ChannelRow extends ZoneNode {
  node: ChannelNode;
}

/** Number of a node, unique in the tree: the id of a capturer, or a negative number of a channel. */
function numberOf(node: ChannelNode): number {
  const tunnel = readTunnelId(node.id);
  return tunnel === null ? Number(node.id) : -(tunnel.capturer * CHANNELS + tunnel.channel);
}

/**
 * Lists the visible rows of the tree of channels in its order.
 *
 * @param chosen tunnel id of the chosen channel, whose capturer is expanded at first
 * @param toggled ids of the capturers that are no longer as at first
 */
export function channelRows(
  tree: readonly ChannelNode[],
  chosen: string,
  toggled: ReadonlySet<string>,
): ChannelRow[] {
  const rowOf = (node: ChannelNode, level: number, index: number, size: number, isOpen: boolean) => ({
    node,
    zone: {
      id: numberOf(node),
      parent_id: node.parentid === null ? null : Number(node.parentid),
      name: node.name,
      online: 0,
      offline: 0,
      behind_relay: 0,
    },
    level,
    hasChildren: node.child > 0,
    isOpen,
    position: index + 1,
    size,
  });
  return tree.flatMap((capturer, index) => {
    const { children } = capturer;
    const atFirst = tree.length <= FEW || children.some(({ id }) => id === chosen);
    const isOpen = children.length > 0 && atFirst !== toggled.has(capturer.id);
    const below = children.map((channel, place) => rowOf(channel, 2, place, children.length, false));
    return [rowOf(capturer, 1, index, tree.length, isOpen), ...(isOpen ? below : [])];
  });
}
