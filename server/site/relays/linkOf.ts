import type { RelayLine } from './line/relayLine.ts';
import { MAX_ASIDE } from './relay.repository.ts';
import type { ActiveRelay } from './relayRow.ts';
import type { RelayLink } from './relays.types.ts';

/** Makes the link of a relay. @param setIds stores the ids that it was given */
export function linkOf(
  relay: ActiveRelay,
  line: RelayLine,
  setIds: (ids: NonNullable<RelayLink['ids']>) => void,
): RelayLink {
  return {
    id: relay.id,
    name: relay.name,
    org: relay.org,
    get people() {
      const { accounts, offline_days } = relay;
      return { accounts, offline_days };
    },
    get told() {
      return relay.told;
    },
    set told(seq) {
      relay.told = seq;
    },
    get ids() {
      return relay.ids;
    },
    set ids(ids) {
      if (ids !== null) setIds(ids);
    },
    putAside(one) {
      relay.aside = [...relay.aside, one].slice(-MAX_ASIDE);
    },
    send: (message) => line.send(message),
    sendSound: (offset, part) => line.sendSound(offset, part),
  };
}
