/**
 * Reason why there is no microphone: insecure page, permission denied, no device, browser without support,
 * device lost.
 */
export type MicrophoneTrouble = 'insecure' | 'refused' | 'missing' | 'unsupported' | 'lost';

/** Returns why this page cannot use a microphone, as far as that is known before permission is asked for. */
export function microphoneTrouble(): MicrophoneTrouble | null {
  if (!window.isSecureContext) return 'insecure';
  const able =
    'AudioEncoder' in window && 'AudioWorkletNode' in window && navigator.mediaDevices !== undefined;
  return able ? null : 'unsupported';
}

/** Maps the error of a microphone request to its reason. */
export function troubleOf(error: unknown): MicrophoneTrouble {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'refused';
  return name === 'NotFoundError' || name === 'NotReadableError' ? 'missing' : 'lost';
}

/**
 * Asks for a microphone. Where the chosen one is missing, the browser's choice is used: in an emergency
 * another microphone is better than none, and the console names the one that is open.
 *
 * @param id of a `Microphone` (microphones.ts); null: the browser's choice
 * @throws DOMException
 */
export function requestMicrophone(id: string | null): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: {
      ...(id === null ? {} : { deviceId: { ideal: id } }),
      channelCount: 1,
      // Loudspeakers elsewhere cause no echo here, and filters add delay; automatic gain is wanted.
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: true,
    },
  });
}
