import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { failureOf, StreamFailure } from '../../sound/radio/failure.ts';
import { guarded } from '../../sound/radio/http.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';

/** Time limit for a receiver's response, ms (Standard Webhooks recommends 15 to 30 s). */
const ANSWER_MS = 15_000;

/**
 * Posts a body to an address that the policy allows, without following redirects: a signed message goes to
 * its configured address only.
 * @throws StreamFailure when it does not arrive, or the response is not 2xx
 */
export function postWebhook(
  address: string,
  body: string,
  headers: Record<string, string>,
  policy: AddressPolicy,
): Promise<void> {
  const url = new URL(address);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !policy.allows(literal))
    return Promise.reject(new StreamFailure('radio.addressRefused'));
  return new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http;
    const request = client.request(
      url,
      {
        method: 'POST',
        lookup: guarded(policy),
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Tocsin',
          ...headers,
        },
      },
      (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        if (status >= 200 && status < 300) resolve();
        else reject(new StreamFailure('radio.status', { status }));
      },
    );
    request.on('error', (error) =>
      reject(error.name === 'TimeoutError' ? new StreamFailure('radio.timeout') : failureOf(error)),
    );
    request.end(body);
  });
}
