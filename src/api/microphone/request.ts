/** Why the microphone cannot be had: the page is insecure, a person refused, there is none, the browser is too old. */
export type MicrophoneTrouble = 'insecure' | 'refused' | 'missing' | 'unsupported' | 'lost';

/** Why this browser cannot speak from this page, if so; known before anything is asked. */
export function microphoneTrouble(): MicrophoneTrouble | null {
  if (!window.isSecureContext) return 'insecure';
  const able =
    'AudioEncoder' in window && 'AudioWorkletNode' in window && navigator.mediaDevices !== undefined;
  return able ? null : 'unsupported';
}

/** What went wrong when a microphone was asked for. */
export function troubleOf(error: unknown): MicrophoneTrouble {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'refused';
  return name === 'NotFoundError' || name === 'NotReadableError' ? 'missing' : 'lost';
}

/**
 * Asks for a microphone. One that was chosen and is not there is replaced by the browser's choice: in an emergency
 * another microphone is better than none, and the console names the one that is open.
 *
 * @param id of `listMicrophones`; null: the browser's choice
 * @throws DOMException
 */
export function requestMicrophone(id: string | null): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: {
      ...(id === null ? {} : { deviceId: { ideal: id } }),
      channelCount: 1,
      // What is heard elsewhere is no echo to this browser, and filters cost time; the level may be evened out.
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: true,
    },
  });
}
