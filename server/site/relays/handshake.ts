import { RELAY_PROTOCOL, type RelayAnswer, type RelayHello } from '../../../contract/protocol/relayLink.ts';
import {
  isSigned,
  isTokenProof,
  publicKeyOf,
  signText,
  tokenProof,
} from '../../platform/machines/machineKeys.ts';

/**
 * Handshake of a relay and its server, the first message of each direction. Both prove their key, at the first time the
 * one-time token, over the exported key of this very TLS connection (server/platform/machines/tlsBinding.ts): a recorded
 * handshake is worth nothing on another connection. Certificates of HTTPS are not compared, because they are renewed.
 */
type Welcome = Extract<RelayAnswer, { type: 'welcome' }>;

const helloText = (binding: string, { protocol, public_key, joins, version }: Omit<RelayHello, 'proof'>) =>
  ['tocsin relay hello', binding, protocol, public_key, joins, version].join('\n');
const welcomeText = (
  binding: string,
  { public_key, name, epoch, https_only }: Omit<Welcome, 'proof'>,
  opener: string,
) => ['tocsin relay welcome', binding, public_key, name, epoch, https_only, opener].join('\n');
const withdrawnText = (binding: string, opener: string) =>
  ['tocsin relay withdrawn', binding, opener].join('\n');

/** Makes the first message of a relay. @param token digits of the one-time token; null: the server knows this relay */
export function makeRelayHello(
  binding: string,
  { privateKey, version, token }: { privateKey: string; version: string; token: string | null },
): RelayHello {
  const stated = {
    ...{ type: 'hello' as const, protocol: RELAY_PROTOCOL, public_key: publicKeyOf(privateKey) },
    ...{ joins: token !== null, version },
  };
  const text = helloText(binding, stated);
  return { ...stated, proof: token === null ? signText(privateKey, text) : tokenProof(token, text) };
}

/** Finds the token that a first message proves; undefined: none. */
export function provenToken<T extends { digits: string }>(
  binding: string,
  opening: RelayHello,
  tokens: readonly T[],
): T | undefined {
  const text = helloText(binding, opening);
  return tokens.find(({ digits }) => isTokenProof(digits, text, opening.proof));
}

/** Tells if the first message is signed by the owner of its key. */
export function isProvenRelay(binding: string, opening: RelayHello): boolean {
  return isSigned(opening.public_key, helloText(binding, opening), opening.proof);
}

/** Makes the answer to a proved first message. */
export function makeRelayWelcome(
  binding: string,
  opening: RelayHello,
  {
    privateKey,
    token,
    ...stated
  }: { privateKey: string; token: string | null } & Pick<Welcome, 'name' | 'epoch' | 'https_only'>,
): Welcome {
  const unproved = { type: 'welcome' as const, public_key: publicKeyOf(privateKey), ...stated };
  const text = welcomeText(binding, unproved, opening.public_key);
  return { ...unproved, proof: token === null ? signText(privateKey, text) : tokenProof(token, text) };
}

/** Tells if the answer is of the server: of its known key, or of the one that issued the token. */
export function isOwnServer(
  binding: string,
  opening: RelayHello,
  welcome: Welcome,
  { serverKey, token }: { serverKey: string | null; token: string | null },
): boolean {
  const text = welcomeText(binding, welcome, opening.public_key);
  if (token !== null) return isTokenProof(token, text, welcome.proof);
  return serverKey === welcome.public_key && isSigned(welcome.public_key, text, welcome.proof);
}

/** Signs that a relay was withdrawn, so that nobody in between can make it forget its server. */
export function proveWithdrawal(binding: string, { public_key }: RelayHello, privateKey: string): string {
  return signText(privateKey, withdrawnText(binding, public_key));
}

/** Tells if the server itself says that this relay was withdrawn. @param proof of its refusal; undefined: none */
export function isProvenWithdrawal(
  binding: string,
  { public_key }: RelayHello,
  { proof, serverKey }: { proof: string | undefined; serverKey: string | null },
): boolean {
  return (
    proof !== undefined &&
    serverKey !== null &&
    isSigned(serverKey, withdrawnText(binding, public_key), proof)
  );
}
