/** A call with the loading mask: it blocks the page until the response or for 100 ms. */
export interface MaskedCall {
  path: string;
  /** File that makes the call. */
  file: string;
  /** Reports its failures to the session: after a network failure the user is logged out. */
  endsLogin: boolean;
}

/**
 * All calls with the loading mask (docs/rules/live.md#calls-with-the-loading-mask); they post. None is an
 * action of an emergency, and none that ends a login sends typed text or is made beside a form.
 */
export const maskedCalls: readonly MaskedCall[] = [
  { path: '/v1/login', file: 'src/app.ts', endsLogin: false },
  { path: '/v1/logout', file: 'src/app.ts', endsLogin: false },
  { path: '/v1/file/chimes', file: 'src/views/media/files/ChimesButton.tsx', endsLogin: true },
  { path: '/v1/radio/batch', file: 'src/views/media/radio/Radios.tsx', endsLogin: true },
];
