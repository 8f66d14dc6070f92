import { isDeepStrictEqual } from 'node:util';
import {
  isMulticast,
  type MulticastTransport,
  streamKey,
} from '../../../contract/entities/terminals/foreign.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Devices } from '../terminals/devicesApi.ts';
import type { Directory } from '../terminals/directory.ts';
import type { Gateway } from '../terminals/gateway/terminals.types.ts';
import { type CalledTransportDeps, createCalledTransports } from './calledTransports.ts';
import { ForeignLink } from './foreignLink.ts';
import { MulticastGroup } from './multicastGroup.ts';
import { createSender } from './sender.ts';
import { transportOf } from './transportOf.ts';

export interface ForeignDeps
  extends Pick<
    CalledTransportDeps,
    'faults' | 'secretBox' | 'env' | 'rankOf' | 'sipTimes' | 'connectedTimes'
  > {
  clock: Pick<MediaClock, 'now'>;
  gateway: Pick<Gateway, 'attach' | 'detach' | 'delivered' | 'subscribe'>;
  directory: Pick<Directory, 'byId' | 'all'>;
  devices: Pick<Devices, 'subscribe'>;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

interface Present {
  link: ForeignLink;
  group: MulticastGroup;
  /** Transport and zone for which the link was made, as text. */
  made: string;
}

/**
 * Serves the loudspeakers of other makes: each is online while its multicast group can be sent to, or while it answers by
 * SIP, HTTP or RTSP. Returns the function that ends it.
 */
export function serveForeignTerminals(deps: ForeignDeps): () => void {
  const { gateway, directory } = deps;
  const groups = new Map<string, MulticastGroup>();
  const present = new Map<number, Present>();
  const sender = createSender({
    ...deps,
    state(key, error) {
      const group = groups.get(key);
      if (group === undefined || group.error === error) return;
      if (error === null) up(group);
      else {
        deps.log.error({ group: key, error }, 'a multicast group cannot be sent to');
        // One that was never reached was there for a moment: its loss is a fault.
        if (group.error === undefined) up(group);
        down(group);
      }
      group.error = error;
    },
    callsPort: (port) => called.rtpPort(port),
    connection: (call, state) => called.connection(call, state),
    connectionsLost: () => called.connectionsLost(),
  });
  const called = createCalledTransports({
    ...deps,
    ...{ sender, arrive, now: deps.clock.now },
    depart: (id) => gateway.detach(id),
    changed: (id) => gateway.delivered(id),
  });

  function up(group: MulticastGroup): void {
    group.isUp = true;
    for (const link of group.links.values()) arrive(link);
  }

  function down(group: MulticastGroup): void {
    if (!group.isUp) return;
    group.isUp = false;
    for (const link of group.links.values()) gateway.detach(link.terminalId);
    group.reset();
  }

  function arrive(link: ForeignLink): void {
    if (directory.byId(link.terminalId) !== undefined) gateway.attach(link);
  }

  function groupOf(transport: MulticastTransport): MulticastGroup {
    const key = streamKey(transport);
    const known = groups.get(key);
    if (known !== undefined) {
      if (isDeepStrictEqual(known.transport, transport)) return known;
      // Its loudspeakers have changed together.
      down(known);
      known.transport = transport;
      known.error = undefined;
      sender.open(key, transport);
      return known;
    }
    const changed = ({ terminalId }: ForeignLink) => gateway.delivered(terminalId);
    const group = new MulticastGroup(key, transport, { sender, rankOf: deps.rankOf, changed });
    groups.set(key, group);
    sender.open(key, transport);
    return group;
  }

  function leave(id: number): void {
    called.leave(id);
    const gone = present.get(id);
    if (gone === undefined) return;
    present.delete(id);
    const { link, group } = gone;
    if (group.isUp) gateway.detach(id);
    group.leave(link, deps.clock.now());
    if (group.links.size > 0) return;
    groups.delete(group.key);
    sender.end(group.key);
  }

  /** Follows a new or changed row. */
  function follow(id: number): void {
    const terminal = directory.byId(id);
    const transport = terminal === undefined ? null : transportOf(terminal.row);
    if (terminal === undefined || transport === null) {
      leave(id);
      return;
    }
    const { org, ao_volume, foreign_secret } = terminal.row;
    const made = JSON.stringify([transport, org, foreign_secret]);
    if (!isMulticast(transport)) {
      if (present.has(id)) leave(id);
      called.follow(terminal.row, transport, made);
      return;
    }
    const known = present.get(id);
    if (known?.made === made) {
      known.link.volume = ao_volume;
      known.group.volumeChanged();
      return;
    }
    leave(id);
    const group = groupOf(transport);
    const link = new ForeignLink({ id, org, ao_volume }, group);
    group.links.set(id, link);
    present.set(id, { link, group, made });
    if (group.isUp) arrive(link);
  }

  for (const { id } of directory.all()) follow(id);
  const ends = [deps.devices.subscribe({ changed: follow }), gateway.subscribe({ removed: leave })];
  return () => {
    for (const end of ends) end();
    called.close();
    sender.close();
  };
}
