import { defaultOnvifTransport } from '../../../../contract/entities/terminals/connected/onvifTransport.ts';
import { defaultVapixTransport } from '../../../../contract/entities/terminals/connected/vapixTransport.ts';
import type { ConnectedTransport } from '../../../../contract/entities/terminals/foreign.ts';
import { numberOf } from '../numberOf.ts';

/** Prefix of a cell, before the address of the loudspeaker. */
const prefix = /^(vapix|onvif):(\w+:\/\/[^?]*)(?:\?(.*))?$/;
const starts = { vapix: defaultVapixTransport, onvif: defaultOnvifTransport };

export const isConnectedCell = (cell: string): boolean => prefix.test(cell);

/**
 * Cell of a transport by HTTP or RTSP, such as `vapix:https://10.0.0.7?codec=pcmu16&user=root&certificate=&delay=60` or
 * `onvif:rtsp://10.0.0.8/onvif1?codec=any&user=admin&certificate=&delay=100`. A query of the address is in `query`.
 */
export function connectedCell(transport: ConnectedTransport): string {
  const { url, codec, user, certificate, delay_ms } = transport;
  const [place = '', query] = url.split(/\?(.*)/s);
  const own = {
    codec,
    user,
    certificate,
    delay: String(delay_ms),
    ...(query === undefined ? {} : { query }),
  };
  const parts = Object.entries(own).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${transport.transport}:${place}?${parts.join('&')}`;
}

/** Values of a cell, not checked yet; a password is in a column of its own. */
export function parsedConnected(cell: string): unknown {
  const [, kind = 'vapix', place = '', query = ''] = prefix.exec(cell) ?? [];
  const given = Object.fromEntries(new URLSearchParams(query));
  const { codec, delay_ms } = starts[kind as keyof typeof starts];
  return {
    ...{ transport: kind, url: given.query === undefined ? place : `${place}?${given.query}` },
    ...{ codec: given.codec ?? codec, user: given.user ?? '', certificate: given.certificate ?? '' },
    delay_ms: numberOf(given.delay ?? String(delay_ms)),
  };
}
