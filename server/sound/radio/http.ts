import { lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { connect, isIP, type LookupFunction } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isPeer, otherCertificate, type TlsPeer, tlsOptions } from '../../platform/connect/tlsPeer.ts';
import { failureOf, StreamFailure } from './failure.ts';
import { IcySocket } from './icySocket.ts';
import type { AddressPolicy } from './policy.ts';

/** Time from the start of a request to the response headers, ms. */
const ANSWER_MS = 10_000;
const MAX_REDIRECTS = 5;
/** Longest text (a playlist), bytes. */
export const MAX_TEXT = 512 * 1024;

export interface Fetcher {
  policy: AddressPolicy;
  signal: AbortSignal;
  /** SHA-256 fingerprint of the certificate of an https address; absent or empty: a known authority's is needed. */
  certificate?: string;
}

/**
 * Creates a lookup that resolves names as usual, and returns only addresses that the policy allows at the
 * moment of connecting.
 */
export function guarded(policy: AddressPolicy): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 4);
      const allowed = found.filter(({ address }) => policy.allows(address));
      const [first] = allowed;
      if (first === undefined) return done(new StreamFailure('radio.addressRefused'), '', 4);
      if (options.all === true) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
}

/**
 * Resolves a name to an address that the policy allows; a literal address is checked only.
 * @throws StreamFailure when there is none
 */
export function allowedAddress(host: string, policy: AddressPolicy): Promise<string> {
  return new Promise((resolve, reject) => {
    if (isIP(host) !== 0 && !policy.allows(host)) return reject(new StreamFailure('radio.addressRefused'));
    guarded(policy)(host, {}, (error, address) => {
      if (error) reject(failureOf(error));
      else resolve(String(address));
    });
  });
}

/** Connects by TLS; the request is sent only if the certificate has the fingerprint. */
function connectPinned(
  peer: TlsPeer,
  port: number,
  find: LookupFunction,
): NonNullable<https.RequestOptions['createConnection']> {
  return (_options, done) => {
    const socket = connectTls({
      ...tlsOptions(peer),
      host: peer.host,
      port,
      lookup: find,
      timeout: ANSWER_MS,
    });
    socket.once('timeout', () => socket.destroy(new StreamFailure('radio.timeout')));
    socket.once('error', (error) => done(error, socket));
    socket.once('secureConnect', () => {
      if (isPeer(socket, peer)) done(null, socket);
      else socket.destroy(otherCertificate());
    });
    return null;
  };
}

function requestOnce(
  url: URL,
  headers: Record<string, string>,
  { policy, signal, certificate = '' }: Fetcher,
) {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new StreamFailure('rules.streamUrl');
  // A literal address is not looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !policy.allows(literal)) throw new StreamFailure('radio.addressRefused');
  const find = guarded(policy);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const isPlain = url.protocol === 'http:';
    const options: https.RequestOptions = {
      lookup: find,
      signal,
      headers: { 'user-agent': 'Tocsin', accept: '*/*', connection: 'close', ...headers },
    };
    // Each request has its own connection. Node calls `createConnection` only without an agent.
    if (!isPlain && certificate === '') options.agent = false;
    else if (!isPlain)
      options.createConnection = connectPinned({ host: literal, certificate }, Number(url.port || 443), find);
    else
      options.createConnection = () =>
        new IcySocket(connect({ host: literal, port: Number(url.port || 80), lookup: find })) as never;
    const request = (isPlain ? http : https).get(url, options, (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    const timer = setTimeout(() => request.destroy(new StreamFailure('radio.timeout')), ANSWER_MS);
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(failureOf(error));
    });
  });
}

/**
 * Requests an address and follows redirects, each step checked by the same policy.
 * @throws StreamFailure when the request fails, or its status is neither 200 nor 206
 */
export async function openUrl(
  address: string,
  fetcher: Fetcher,
  headers: Record<string, string> = {},
): Promise<{ response: IncomingMessage; url: URL }> {
  let url = new URL(address);
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const response = await requestOnce(url, headers, fetcher);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      url = new URL(location, url);
      continue;
    }
    if (status === 200 || status === 206) return { response, url };
    response.destroy();
    throw new StreamFailure('radio.status', { status });
  }
  throw new StreamFailure('radio.redirects');
}

/**
 * Reads a small response completely.
 * @throws StreamFailure when it is larger than `limit` bytes, or breaks off
 */
export async function readAll(response: AsyncIterable<Buffer>, limit = MAX_TEXT): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > limit) throw new StreamFailure('radio.notAudio', {}, `over ${limit} bytes`);
    }
  } catch (error) {
    throw failureOf(error);
  }
  return Buffer.concat(chunks);
}
