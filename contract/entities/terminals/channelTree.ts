import { tunnelIdPrefix } from '../../constants.ts';

/** Node of the tree of capturers (roots) and their channels ("tunnels"). */
export interface ChannelNode {
  /** Id of the capturer as text; of a channel its tunnel id. */
  id: string;
  /** Id of the node above; null: a root. */
  parentid: string | null;
  name: string;
  /** True for a channel. */
  tunnel: boolean;
  /** Number of nodes below. */
  child: number;
  children: readonly ChannelNode[];
}

/** Returns the id of a channel in trees; channels are numbered from 1. */
export function tunnelId(capturer: number, channel: number): string {
  return `${tunnelIdPrefix}${capturer}_${channel}`;
}

/** Reads the id of a channel in trees; null: another node. */
export function readTunnelId(id: string): { capturer: number; channel: number } | null {
  const match = /^(\d{1,9})_(\d{1,4})$/.exec(
    id.startsWith(tunnelIdPrefix) ? id.slice(tunnelIdPrefix.length) : '',
  );
  return match === null ? null : { capturer: Number(match[1]), channel: Number(match[2]) };
}

/**
 * Makes the tree of capturers and their channels.
 *
 * @param capturers with the names of their channels, channel 1 first
 */
export function channelTree(
  capturers: readonly { id: number; name: string; channels: readonly string[] }[],
): ChannelNode[] {
  return capturers.map(({ id, name, channels }) => {
    const parentid = String(id);
    const children = channels.map((channel, index): ChannelNode => {
      return { id: tunnelId(id, index + 1), parentid, name: channel, tunnel: true, child: 0, children: [] };
    });
    return { id: parentid, parentid: null, name, tunnel: false, child: children.length, children };
  });
}
