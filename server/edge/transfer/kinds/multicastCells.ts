import {
  defaultTransport,
  type MulticastTransport,
  type RtpMulticast,
} from '../../../../contract/entities/terminals/foreign.ts';
import {
  defaultGroupPage,
  type GroupPage,
} from '../../../../contract/entities/terminals/multicast/groupPage.ts';
import { numberOf } from '../numberOf.ts';

type Query = [name: string, value: string | number][];

const cellOf = (scheme: string, { group, port, codec }: MulticastTransport, query: Query) =>
  `${scheme}://${group}:${port}/${codec}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;

/** Parts that both kinds of multicast have, in the order in which they stand. */
const networkOf = (transport: MulticastTransport): Query => [
  ['packet', transport.packet_ms],
  ['ttl', transport.ttl],
  ['interface', transport.interface],
  ['delay', transport.delay_ms],
  ...(transport.dscp === 0 ? [] : ([['dscp', transport.dscp]] as Query)),
];

function rtpCell(transport: RtpMulticast): string {
  const { scale, number, levels, announce } = transport;
  const isNumbered = scale !== 'none';
  return cellOf('rtp', transport, [
    ...networkOf(transport),
    ...(announce ? ([['announce', 1]] as Query) : []),
    ...(isNumbered
      ? ([
          ['scale', scale],
          ['number', number],
        ] as Query)
      : []),
    ...levels.map((level): Query[number] => [
      'level',
      [level.from, level.group, level.port, ...(isNumbered ? [level.number] : [])].join(':'),
    ]),
  ]);
}

function pageCell(transport: GroupPage): string {
  return cellOf('page', transport, [
    ['channel', transport.channel],
    ['caller', encodeURIComponent(transport.caller)],
    ...networkOf(transport),
    ...transport.levels.map(({ from, channel }): Query[number] => ['level', `${from}:${channel}`]),
  ]);
}

/**
 * Cell of a transport by multicast, such as `rtp://239.255.0.1:5004/g722?packet=20&ttl=1&interface=&delay=60` or
 * `page://224.0.1.116:5001/g722?channel=26&caller=PA&packet=20&ttl=1&interface=&delay=60`.
 */
export function multicastCell(transport: MulticastTransport): string {
  return transport.transport === 'group_page' ? pageCell(transport) : rtpCell(transport);
}

/** Reads a cell; what is missing has its usual value, and what is wrong fails the check of the transport. */
export function parsedMulticast(cell: string): unknown {
  const [, scheme, group, port, codec, query = ''] =
    /^(rtp|page):\/\/([^:/]+):(\d+)\/(\w+)(?:\?(.*))?$/.exec(cell) ?? [];
  const given = new URLSearchParams(query);
  const usual = scheme === 'page' ? defaultGroupPage : defaultTransport;
  const number = (name: string, value: number) => numberOf(given.get(name) ?? String(value));
  const common = {
    ...{ transport: usual.transport, group, port: numberOf(port ?? ''), codec },
    packet_ms: number('packet', usual.packet_ms),
    ttl: number('ttl', usual.ttl),
    interface: given.get('interface') ?? '',
    dscp: number('dscp', usual.dscp),
    delay_ms: number('delay', usual.delay_ms),
  };
  const levels = given.getAll('level').map((level) => level.split(':'));
  if (scheme === 'page')
    return {
      ...common,
      channel: number('channel', defaultGroupPage.channel),
      caller: given.get('caller') ?? defaultGroupPage.caller,
      levels: levels.map(([from = '', channel = '']) => ({
        from: numberOf(from),
        channel: numberOf(channel),
      })),
    };
  return {
    ...common,
    announce: given.get('announce') === '1',
    scale: given.get('scale') ?? defaultTransport.scale,
    number: number('number', defaultTransport.number),
    levels: levels.map(([from = '', address, levelPort = '', place = '0']) => ({
      ...{ from: numberOf(from), group: address },
      ...{ port: numberOf(levelPort), number: numberOf(place) },
    })),
  };
}
