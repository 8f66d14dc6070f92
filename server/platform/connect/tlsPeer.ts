import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Other side of an encrypted connection, and how its certificate is checked. */
export interface TlsPeer {
  /** Name or address for which its certificate has to be. */
  host: string;
  /** SHA-256 fingerprint of its certificate, hexadecimal in lower case; empty: checked by the known authorities. */
  certificate: string;
}

/** Options of Node's TLS client for a peer. With a fingerprint, call `isPeer` before anything is sent. */
export const tlsOptions = ({ host, certificate }: TlsPeer) => ({
  rejectUnauthorized: certificate === '',
  ...(isIP(host) === 0 ? { servername: host } : {}),
});

/** Tells if a connection that was opened with `tlsOptions` leads to the expected certificate. */
export function isPeer(socket: Pick<TLSSocket, 'getPeerCertificate'>, { certificate }: TlsPeer): boolean {
  const { fingerprint256 = '' } = socket.getPeerCertificate();
  return certificate === '' || fingerprint256.replaceAll(':', '').toLowerCase() === certificate;
}

/** Error of a connection whose certificate is not the expected one. */
export const otherCertificate = () => Object.assign(new Error('ECERTIFICATE'), { code: 'ECERTIFICATE' });

const CODES = /^(ECERTIFICATE$|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET))/;

/** Tells if the code of an error says that a certificate was not accepted. */
export const isCertificateError = (code: string): boolean => CODES.test(code);
