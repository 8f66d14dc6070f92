/** Events of a wire; `closed` comes once and is the last one. */
export interface WireEvents {
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Called for a message that only shows that the terminal is there, such as a ping. */
  present(): void;
  closed(): void;
}

/** Way of messages to and from one terminal: a WebSocket of its own, or its session at a relay. */
export interface TerminalWire {
  /** Starts; called once. */
  listen(events: WireEvents): void;
  sendText(text: string): void;
  /** Sends an audio frame. Returns false if it was dropped, because the terminal is too slow. */
  sendAudio(frame: Uint8Array): boolean;
  /** Writes everything that the callback sends to the network at once. */
  together(send: () => void): void;
  /** Bytes that wait on this machine, and bytes of audio that are not confirmed. */
  readonly bufferedBytes: number;
  readonly unconfirmedBytes: number;
  /** True when so many bytes wait that the wire must be cut. */
  readonly isFull: boolean;
  /** Bytes that the network has accepted so far, and bytes received. */
  readonly flushedBytes: number;
  readonly receivedBytes: number;
  /** True while a relay supervises the terminal: it ends the session of one that is silent or does not read. */
  readonly isSupervised: boolean;
  /** Tells if sent audio stays unconfirmed for too long. Call it regularly. */
  isStuck(elapsedMs: number, isReceiving: boolean, limitMs: number): boolean;
  /** Tells if the terminal answers within a time, ms. */
  probe(withinMs: number): Promise<boolean>;
  /** Stops reading. */
  pause(): void;
  /** Closes after the sent messages. */
  close(code: number): void;
  /** Closes immediately. */
  cut(): void;
}
