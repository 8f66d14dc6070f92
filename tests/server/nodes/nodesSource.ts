import type { LostNodes } from '../../../server/platform/nodes/lostNodes.ts';
import type { NodesSource } from '../../../server/platform/nodes/nodes.types.ts';
import type { Beat } from '../../../server/platform/nodes/presence.ts';

export const beat = (name: string, url: string): Beat => ({
  ...{ name, version: '1', fence: null, urls: [url], entry: null, since: 1 },
  ...{ passed: 0, files_missing: 0, files_age_ms: 0 },
});
/** A system whose leader hears no other node. */
export function sourceOf(own: Beat, lost: LostNodes, bus: NodesSource['bus']): NodesSource {
  return {
    own: () => ({ ...own, fence: 1 }),
    heard: () => [],
    lost: () => lost.all(),
    remember: (node) => lost.add(node),
    found: (node) => lost.found(node),
    forget: () => lost.clear(),
    bus,
    refusals: () => ({ forged: 0, repeated: 0, old: 0, connection: 0 }),
  };
}
