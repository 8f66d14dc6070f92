import { httpsNeeded } from '../protocol/httpsNeeded.ts';
import type { Open } from '../protocol/link.ts';

/** Asks the server for the reason of a refused socket, which browsers do not tell; null: it did not refuse it for plain HTTP. */
async function refusalOf(url: string): Promise<string | null> {
  if (!url.startsWith('ws:')) return null;
  const answer = await fetch(url.replace(/^ws/, 'http')).catch(() => null);
  const refusal = answer?.status === 403 ? httpsNeeded(await answer.text().catch(() => '')) : null;
  return refusal && JSON.stringify(refusal);
}

/** Connections by the browser's WebSocket, each to the address as it is then, which has a query. */
export function wireTo(url: () => string): Open {
  return (events, introduction) => {
    const address = `${url()}&${introduction}`;
    const socket = new WebSocket(address);
    let isOpen = false;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      isOpen = true;
      events.opened();
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') events.text(data);
      else events.binary(new Uint8Array(data));
    };
    // 'close' follows every error.
    socket.onclose = async () => {
      const refusal = isOpen ? null : await refusalOf(address);
      if (refusal !== null) events.text(refusal);
      events.closed();
    };
    return {
      send: (data) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(data);
      },
      close: () => socket.close(),
    };
  };
}
