import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { isPeer, type TlsPeer, tlsOptions } from './tlsPeer.ts';

/** Place of another machine, and how its certificate is checked. */
export interface SocketPlace extends TlsPeer {
  port: number;
  isEncrypted: boolean;
}

/** Place of a URL. @param ports usual port of each scheme; the encrypted ones end in `s:` */
export function placeOfUrl(
  url: URL,
  ports: Readonly<Record<string, number>>,
  certificate: string,
): SocketPlace {
  return {
    host: url.hostname,
    port: Number(url.port) || (ports[url.protocol] ?? 0),
    isEncrypted: url.protocol.endsWith('s:'),
    certificate,
  };
}

/**
 * Opens a connection; nothing is sent to a machine with another certificate.
 *
 * @throws the error of the system; `ECERTIFICATE`: the certificate is another one
 */
export function openSocket(place: SocketPlace, timeoutMs: number): Promise<Socket> {
  const { host, port, isEncrypted } = place;
  return new Promise((resolve, reject) => {
    const socket = isEncrypted ? connectTls({ host, port, ...tlsOptions(place) }) : connect({ host, port });
    const failed = (code: string) => {
      clearTimeout(timer);
      socket.destroy();
      reject(Object.assign(new Error(code), { code }));
    };
    const timer = setTimeout(() => failed('ETIMEDOUT'), timeoutMs);
    socket.once('error', (error: NodeJS.ErrnoException) => failed(error.code ?? error.message));
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      if (isEncrypted && !isPeer(socket as TLSSocket, place)) return failed('ECERTIFICATE');
      clearTimeout(timer);
      socket.removeAllListeners('error');
      // The close that follows is what its user handles.
      socket.on('error', () => undefined);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}
