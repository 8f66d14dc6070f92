import type { MessageKey, MessageParams } from '../../../contract/api/errors.ts';
import { isCertificateError } from '../../platform/connect/tlsPeer.ts';

/** Reason why a stream cannot be played: a key of the message catalogue, with its parameters. */
export class StreamFailure extends Error {
  readonly key: MessageKey;
  readonly params: MessageParams;

  constructor(key: MessageKey, params: MessageParams = {}, detail = '') {
    super(`${key} ${JSON.stringify(params)} ${detail}`.trim());
    this.name = 'StreamFailure';
    this.key = key;
    this.params = params;
  }
}

/** Maps an error of a connection to a StreamFailure. */
export function failureOf(error: unknown): StreamFailure {
  if (error instanceof StreamFailure) return error;
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  const detail = `${code} ${message}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new StreamFailure('radio.unknownHost', {}, detail);
  if (code === 'ECONNREFUSED') return new StreamFailure('radio.refused', {}, detail);
  if (isCertificateError(code)) return new StreamFailure('radio.certificate', {}, detail);
  if (code === 'ECONNRESET' || code === 'EPIPE' || message === 'aborted')
    return new StreamFailure('radio.cut', {}, detail);
  return new StreamFailure('radio.unreachable', {}, detail);
}
