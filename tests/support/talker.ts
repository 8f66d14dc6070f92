import { WebSocket } from 'ws';
import { encodeAudioFrame } from '../../contract/protocol/frames.ts';
import type { TalkMode, TalkTargets, ToTalker } from '../../contract/protocol/talk.ts';
import type { ApiClient } from './apiClient.ts';

/**
 * Sends these packets to the console's microphone repeatedly, until the returned function is called.
 * @param url address of the server, `http://…`
 */
export async function speakAt(
  url: string,
  api: ApiClient,
  wanted: { mode: TalkMode; targets: Partial<TalkTargets> },
  packets: readonly Uint8Array[],
): Promise<() => void> {
  const { ticket } = await api.post<{ ticket: string }>('/v1/talk/ticket');
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/talk?ticket=${ticket}`);
  const stream = await new Promise<number>((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'talk.start', request: 1, ...wanted })));
    socket.on('error', reject);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as ToTalker;
      if (message.type === 'talk.granted') resolve(message.stream);
      else if (message.type === 'talk.refused') reject(new Error(message.message));
    });
  });
  let sent = 0;
  const timer = setInterval(() => {
    const packet = packets[sent++ % packets.length] as Uint8Array;
    const at_us = Math.round(performance.now() * 1000);
    if (socket.readyState === WebSocket.OPEN)
      socket.send(encodeAudioFrame({ stream, at_us, packets: [packet] }));
  }, 20);
  return () => {
    clearInterval(timer);
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'talk.stop', stream }));
    socket.on('message', (data) => {
      if ((JSON.parse(String(data)) as ToTalker).type === 'talk.ended') socket.close();
    });
  };
}
