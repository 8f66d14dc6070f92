/** Carries bytes between nodes, at most once and in the order of each sender; anybody may read and forge them. */
export interface Medium {
  /** Sends; what cannot be sent now is dropped. */
  publish(subject: string, text: string): void;
  subscribe(subject: string, hear: (text: string) => void): void;
  close(): Promise<void>;
}

/** Messages between the nodes of one system, each proved by the secret of the system. */
export interface Bus {
  publish(subject: string, body: unknown): void;
  /**
   * @param hear gets each message of other nodes, with the id of its sender and the time of that machine at which it was
   * sent, epoch ms; its body is not checked yet
   */
  subscribe(subject: string, hear: (body: unknown, from: string, at: number) => void): void;
  close(): Promise<void>;
}

/** `forged`: not signed with the secret of this system; `repeated`: heard before; `old`: sent more than a minute ago. */
export type Refusal = 'forged' | 'repeated' | 'old';
