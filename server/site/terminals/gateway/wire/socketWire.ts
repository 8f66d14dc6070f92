import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import { Confirmations } from '../confirmations.ts';
import type { GatewayLimits } from '../gatewayLimits.ts';
import { probeSocket } from '../socketProbe.ts';
import { pingMessage, sharedBinaryMessage, textMessage } from '../webSocketFrame.ts';
import type { TerminalWire, WireEvents } from './terminalWire.types.ts';

/** WebSocket of one terminal. */
export class SocketWire implements TerminalWire {
  readonly isSupervised = false;
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #limits: GatewayLimits;
  readonly #confirmations = new Confirmations();

  /**
   * @param raw network socket below `socket`: all messages are written to it as ready-made frames. This is safe
   * because nothing here makes `ws` queue (no compression, no Blobs), so its own frames (pings, pongs and the end) are
   * never partially written.
   */
  constructor(socket: WebSocket, raw: Socket, limits: GatewayLimits) {
    this.#socket = socket;
    this.#raw = raw;
    this.#limits = limits;
  }

  listen(events: WireEvents): void {
    const socket = this.#socket;
    socket.on('message', (data: RawData, isBinary) =>
      isBinary ? events.bytes(data as Buffer) : events.text(String(data)),
    );
    socket.on('ping', () => events.present());
    socket.on('pong', (payload: Buffer) => {
      this.#confirmations.answered(payload);
      events.present();
    });
    // Not WebSocket, not UTF-8 or too large (ws has closed it with the matching code already).
    socket.on('error', () => {
      events.closed();
      socket.terminate();
    });
    socket.on('close', () => events.closed());
  }

  get bufferedBytes(): number {
    return this.#raw.writableLength;
  }
  get unconfirmedBytes(): number {
    return this.#confirmations.openAudio;
  }
  get isFull(): boolean {
    return this.#raw.writableLength > this.#limits.maxBufferBytes;
  }
  get flushedBytes(): number {
    return this.#raw.bytesWritten - this.#raw.writableLength;
  }
  get receivedBytes(): number {
    return this.#raw.bytesRead;
  }

  sendText(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#confirmations.sentText(text.length);
    this.#raw.write(textMessage(text));
  }

  sendAudio(frame: Uint8Array): boolean {
    if (!this.#raw.writable) return true;
    const { audioBufferBytes } = this.#limits;
    if (this.#raw.writableLength > audioBufferBytes || this.#confirmations.openAudio > audioBufferBytes)
      return false;
    const ping = this.#confirmations.sentAudio(frame.byteLength);
    if (ping === null) {
      this.#raw.write(sharedBinaryMessage(frame));
      return true;
    }
    this.together(() => {
      this.#raw.write(sharedBinaryMessage(frame));
      this.#raw.write(pingMessage(ping));
    });
    return true;
  }

  together(send: () => void): void {
    this.#raw.cork();
    try {
      send();
    } finally {
      this.#raw.uncork();
    }
  }

  isStuck(elapsedMs: number, isReceiving: boolean, limitMs: number): boolean {
    return this.#confirmations.isStuck(elapsedMs, isReceiving, limitMs);
  }

  probe(withinMs: number): Promise<boolean> {
    return probeSocket(this.#socket, withinMs);
  }

  pause(): void {
    this.#socket.pause();
  }

  close(code: number): void {
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), this.#limits.lingerMs).unref();
  }

  cut(): void {
    this.#socket.terminate();
  }
}
