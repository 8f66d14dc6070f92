import type { ConnectedTransport } from '../../../../contract/entities/terminals/foreign.ts';
import { ClientLogin } from '../../../platform/connect/clientLogin.ts';
import { placeOfUrl, type SocketPlace } from '../../../platform/connect/openSocket.ts';

/** Name of this server in requests. */
export const AGENT = 'Tocsin';

const ports = { 'http:': 80, 'https:': 443, 'rtsp:': 554, 'rtsps:': 322 };

/** Place of a loudspeaker. */
export const placeOfLoudspeaker = ({ url, certificate }: ConnectedTransport): SocketPlace =>
  placeOfUrl(new URL(url), ports, certificate);

/** Login at a loudspeaker. */
export function loginAt(transport: ConnectedTransport, password: string | null): ClientLogin {
  const { user } = transport;
  const isEncrypted = placeOfLoudspeaker(transport).isEncrypted;
  return new ClientLogin(user === '' ? null : { user, password: password ?? '' }, isEncrypted);
}
