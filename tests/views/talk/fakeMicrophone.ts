import { vi } from 'vitest';
import type { FromTalkWorker, ToTalkWorker } from '../../../src/api/microphone/talkMessages.ts';

/**
 * Browser functions for speech that jsdom lacks: microphones whose tracks are counted, and the worker that
 * sends.
 */
export function fakeMicrophone() {
  const world = {
    /** Constraints of every request for a microphone. */
    requests: [] as MediaStreamConstraints[],
    /** Number of tracks open now. */
    open: 0,
    workers: [] as { sent: ToTalkWorker[]; emit: (message: FromTalkWorker) => void; gone: boolean }[],
    devices: [
      { kind: 'audioinput', deviceId: 'usb', label: 'USB microphone' },
      { kind: 'audioinput', deviceId: 'head', label: 'Headset' },
      { kind: 'audiooutput', deviceId: 'out', label: 'Loudspeakers' },
    ],
    /** The permission prompt is open until `allow` is called. */
    isPrompting: false,
    peak: 0.3,
  };
  const waiting: (() => void)[] = [];

  function stream(constraints: MediaStreamConstraints): MediaStream {
    world.open++;
    let isOpen = true;
    const wantedId = (constraints.audio as { deviceId?: { ideal: string } }).deviceId?.ideal;
    const device = world.devices.find(({ deviceId }) => deviceId === wantedId) ?? world.devices[0];
    const track = {
      label: device?.label ?? '',
      getSettings: () => ({ deviceId: device?.deviceId }),
      addEventListener: () => {},
      stop() {
        if (isOpen) world.open--;
        isOpen = false;
      },
    };
    return { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream;
  }
  const mediaDevices = {
    getUserMedia(constraints: MediaStreamConstraints) {
      world.requests.push(constraints);
      if (!world.isPrompting) return Promise.resolve(stream(constraints));
      return new Promise((resolve) => waiting.push(() => resolve(stream(constraints))));
    },
    enumerateDevices: async () => world.devices,
    addEventListener: () => {},
    removeEventListener: () => {},
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('AudioEncoder', class {});
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      port = { postMessage: () => {} };
    },
  );
  vi.stubGlobal(
    'AudioContext',
    class {
      audioWorklet = { addModule: async () => {} };
      createMediaStreamSource = () => ({ connect: () => {} });
      createAnalyser = () => ({
        fftSize: 0,
        getFloatTimeDomainData: (samples: Float32Array) => samples.fill(world.peak),
      });
      resume = async () => {};
      close = async () => {};
    },
  );
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: (event: { data: FromTalkWorker }) => void = () => {};
      sent: ToTalkWorker[] = [];
      gone = false;
      constructor() {
        world.workers.push(this as unknown as (typeof world.workers)[number]);
      }
      postMessage(message: ToTalkWorker) {
        this.sent.push(message);
      }
      emit(data: FromTalkWorker) {
        this.onmessage({ data });
      }
      terminate() {
        this.gone = true;
      }
    },
  );
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  HTMLElement.prototype.setPointerCapture = () => {};
  return {
    world,
    /** The person has answered. */
    allow() {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}
