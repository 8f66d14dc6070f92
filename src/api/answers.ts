import type { AxiosResponse } from 'axios';
import { isEnvelope } from '../../contract/api/envelope.ts';
import { pathsHandledAsSuccess } from '../../contract/constants.ts';

/** Tells whether a response code ends the login: 401 and 998. */
export function endsLogin(code: number): boolean {
  return code === 401 || code === 998;
}

/** Tells whether an error code is passed to the success handler, as on two paths. A lost login is not. */
export function isHandledAsSuccess(path: string, code: number): boolean {
  const isSpecial = (pathsHandledAsSuccess as readonly string[]).includes(path.split('?')[0] ?? '');
  return isSpecial && !endsLogin(code);
}

/** HTTP statuses of gateways that did not reach the server, and of networks that ask for a login first. */
const gatewayStatuses: readonly number[] = [502, 503, 504, 511];

/**
 * Tells whether a response did not come from the server: a page of a captive portal or a proxy. It has no
 * envelope, and claims success or says that a gateway failed.
 */
export const isFromElsewhere = ({ status, data }: AxiosResponse<unknown>): boolean =>
  !isEnvelope(data) && (status < 400 || gatewayStatuses.includes(status));

/** Returns the code of the response body, or else the HTTP status. */
export function codeOf(response: AxiosResponse<unknown>): number {
  const code = (response.data as { code?: unknown } | null)?.code;
  return typeof code === 'number' ? code : response.status;
}

/** Returns the message of a response body; empty: none. */
export function messageOf(body: unknown): string {
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : '';
}
