/** A call that can be listened to. */
export interface TalkingCall {
  stations: readonly number[];
  /** Returns the function that ends the listening. */
  listen(listener: CallListener): () => void;
}

/** Listener of a call: gets each packet with the stream of its speaker, and the end of the call. */
export interface CallListener {
  push(stream: number, packet: Uint8Array): void;
  ended(): void;
}
