import type { Open } from '../protocol/link.ts';

/** Connections by the browser's WebSocket, each to the address as it is then. */
export function wireTo(url: () => string): Open {
  return (events) => {
    const socket = new WebSocket(url());
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => events.opened();
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') events.text(data);
      else events.binary(new Uint8Array(data));
    };
    // 'close' follows every error.
    socket.onclose = () => events.closed();
    return {
      send: (data) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(data);
      },
      close: () => socket.close(),
    };
  };
}
