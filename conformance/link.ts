import type { WebSocket } from 'ws';
import { type AudioFrame, decodeAudioFrame } from '../contract/protocol/frames.ts';
import { decodeSpeechFrame } from '../contract/protocol/speech.ts';
import type { FromTerminal, Hello, Report } from '../contract/protocol/terminal.ts';
import { Failure } from './failure.ts';
import type { MediaTime } from './mediaTime.ts';
import { parseMessage } from './parseMessage.ts';

/** Message of the terminal under test with its time of arrival on the media clock. */
export interface Received {
  atUs: number;
  message: FromTerminal;
}

/** Observations of a connection that apply to the whole run. */
export interface Observations {
  /** Violations of the schemas, and frames that were not granted. */
  invalid: string[];
  /** Largest number of messages, pings and pongs in one second. */
  mostPerS: number;
  /** Longest time from a ping to its pong, ms, and pings without a pong on a connection that stayed open. */
  longestPongMs: number;
  pings: number;
}

/** One connection of the terminal under test: records what it sends, and answers `time`. */
export class TerminalLink {
  readonly received: Received[] = [];
  readonly reports: (Report & { atUs: number })[] = [];
  /** Streams on which the terminal may send sound, and the frames that it has sent. */
  readonly granted = new Set<number>();
  readonly frames: (AudioFrame & { atUs: number })[] = [];
  /** Requests of spoken texts, with the parts of their files. */
  readonly spokenParts = new Map<number, Uint8Array[]>();
  readonly openedUs: number;
  hello: Hello | null = null;
  isOpen = true;
  closeCode: number | null = null;
  /** False: `time` is not answered. */
  answersTime = true;
  readonly #socket: WebSocket;
  readonly #clock: MediaTime;
  readonly #observations: Observations;
  readonly #pings = new Map<string, { sentUs: number; answered(ms: number): void }>();
  readonly #recentUs: number[] = [];
  readonly #watchers = new Set<() => void>();

  constructor(socket: WebSocket, clock: MediaTime, observations: Observations) {
    this.#socket = socket;
    this.#clock = clock;
    this.#observations = observations;
    this.openedUs = clock.us();
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#take(data, isBinary));
    socket.on('ping', () => this.#count());
    socket.on('pong', (payload: Buffer) => this.#pong(payload.toString('latin1')));
    socket.on('close', (code: number) => {
      this.isOpen = false;
      this.closeCode = code;
      this.#notify();
    });
    socket.on('error', (error) => observations.invalid.push(error.message));
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  /** Sends a ping; resolves with the ms until its pong. */
  ping(): Promise<number> {
    const payload = `p${++this.#observations.pings}`;
    return new Promise((resolve) => {
      this.#pings.set(payload, { sentUs: this.#clock.us(), answered: resolve });
      this.#socket.ping(payload);
    });
  }

  /** Waits until the terminal has handled what was sent before. @throws Failure after `ms` */
  async handled(ms: number): Promise<void> {
    let isAnswered = false;
    void this.ping().then(() => {
      isAnswered = true;
    });
    await this.until('pong', ms, () => isAnswered || undefined);
  }

  /** Pings without a pong so far. */
  get openPings(): number {
    return this.#pings.size;
  }

  /** Loses the connection without a close frame, as a broken network does. */
  terminate(): void {
    this.#socket.terminate();
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  /** Messages of one type that arrived at `sinceUs` or later. */
  ofType<T extends FromTerminal['type']>(type: T, sinceUs = Number.NEGATIVE_INFINITY) {
    type One = { atUs: number; message: Extract<FromTerminal, { type: T }> };
    return this.received.filter((one) => one.message.type === type && one.atUs >= sinceUs) as One[];
  }

  /** Resolves with the first value of `find` that is not undefined. @throws Failure after `ms` */
  until<T>(what: string, ms: number, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#watchers.delete(look);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Failure(`no ${what} within ${ms} ms${this.isOpen ? '' : '; connection closed'}`));
      }, ms);
      const look = () => {
        const found = find();
        if (found === undefined) return;
        end();
        resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Resolves with the result of a request. @throws Failure after `ms` */
  async result(request: number, what: string, ms: number) {
    const find = () => this.ofType('result').find(({ message }) => message.request === request);
    return (await this.until(what, ms, find)).message;
  }

  /** Resolves with the first report from `sinceUs` on that fulfils `condition`. */
  report(what: string, ms: number, sinceUs: number, condition: (report: Report) => boolean) {
    return this.until(what, ms, () => this.reports.find((one) => one.atUs >= sinceUs && condition(one)));
  }

  #take(data: Buffer, isBinary: boolean): void {
    const atUs = this.#clock.us();
    this.#count();
    if (isBinary) {
      const frame = decodeAudioFrame(data);
      const speech = decodeSpeechFrame(data);
      const parts = speech === null ? undefined : this.spokenParts.get(speech.request);
      if (speech !== null && parts !== undefined) parts.push(speech.part);
      else if (frame !== null && this.granted.has(frame.stream)) this.frames.push({ ...frame, atUs });
      else this.#observations.invalid.push(`binary frame of kind ${data[0]} that was not granted`);
      this.#notify();
      return;
    }
    const message = parseMessage(data.toString('utf8'), this.#observations.invalid);
    if (message === null) return;
    this.received.push({ atUs, message });
    if (message.type === 'hello') this.hello ??= message;
    if (message.type === 'report') this.reports.push({ ...message, atUs });
    if (message.type === 'time' && this.answersTime) this.send(this.#clock.answer(message.t0, atUs));
    this.#notify();
  }

  #pong(payload: string): void {
    this.#count();
    const ping = this.#pings.get(payload);
    if (ping === undefined) {
      // A pong that nobody requested is allowed; one with another payload than that of its ping is not.
      if (this.#pings.size > 0) this.#observations.invalid.push('pong with the payload of no ping');
      return;
    }
    this.#pings.delete(payload);
    const ms = (this.#clock.us() - ping.sentUs) / 1e3;
    this.#observations.longestPongMs = Math.max(this.#observations.longestPongMs, ms);
    ping.answered(ms);
    // After the promises of the answer.
    setImmediate(() => this.#notify());
  }

  #count(): void {
    const us = this.#clock.monotonicUs();
    this.#recentUs.push(us);
    while ((this.#recentUs[0] ?? us) < us - 1e6) this.#recentUs.shift();
    this.#observations.mostPerS = Math.max(this.#observations.mostPerS, this.#recentUs.length);
  }

  #notify(): void {
    for (const look of [...this.#watchers]) look();
  }
}
