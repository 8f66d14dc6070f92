import type { FromConsole, ToConsole } from '../../contract/api/live.ts';

/** WebSocket without a network, controlled by the test. */
export class FakeSocket {
  readonly url: string;
  readonly OPEN = 1;
  readyState = 0;
  sent: FromConsole[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  receive(message: ToConsole): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Closes it by the peer, or by the network. */
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: '' });
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data) as FromConsole);
  }
  close(): void {
    this.readyState = 3;
  }
}

/** Creates sockets and keeps them. */
export function socketMaker() {
  const made: FakeSocket[] = [];
  return {
    made,
    create(url: string): WebSocket {
      const socket = new FakeSocket(url);
      made.push(socket);
      return socket as unknown as WebSocket;
    },
  };
}
