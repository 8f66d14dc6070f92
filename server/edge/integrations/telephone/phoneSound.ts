import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type {
  FromPhoneProcess,
  HeardMix,
  RemoteSound,
  ToneName,
  ToPhoneProcess,
} from './phoneSound.types.ts';

const PROGRAM = fileURLToPath(new URL('./worker/phoneProcess.ts', import.meta.url));
/** Time before a process that ended is started again, ms. */
const RESTART_MS = 1_000;

export interface SoundEvents {
  digit(digit: string): void;
  packet(packet: Uint8Array): void;
  /** Called when the process that handles its sound has ended. */
  failed(): void;
}

/** Sound of one call, in the process of all calls. */
export interface CallSound {
  /** UDP port at which it is heard; null: none is free. */
  readonly port: Promise<number | null>;
  remote(remote: RemoteSound): void;
  tone(tone: ToneName): void;
  listen(isOn: boolean): void;
  /** Plays an Opus packet of 20 ms to the caller. */
  hear(stream: number, mix: HeardMix, packet: Uint8Array): void;
  close(): void;
}

interface Held {
  events: SoundEvents;
  opened(port: number | null): void;
}

/** Process of the sound of telephone calls; it runs while a telephone system is enabled. */
export class PhoneSound {
  readonly #firstPort: number;
  readonly #log: { error(details: object, message: string): void };
  readonly #calls = new Map<number, Held>();
  #child: ChildProcess | null = null;
  #restart: NodeJS.Timeout | undefined;
  #isWanted = false;
  #last = 0;

  constructor(firstPort: number, log: { error(details: object, message: string): void }) {
    this.#firstPort = firstPort;
    this.#log = log;
  }

  /** Starts the process, or ends it. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    clearTimeout(this.#restart);
    if (isWanted) this.#start();
    else this.#stop();
  }

  get calls(): number {
    return this.#calls.size;
  }

  #start(): void {
    const child = fork(PROGRAM, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message) => this.#take(message as FromPhoneProcess));
    child.on('error', (err) => this.#log.error({ err }, 'the process of telephone calls failed'));
    child.on('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#failAll();
      this.#log.error({ code, signal }, 'the process of telephone calls has ended; it is started again');
      this.#restart = setTimeout(() => this.#start(), RESTART_MS);
    });
  }

  #stop(): void {
    const child = this.#child;
    this.#child = null;
    if (child?.connected === true) child.disconnect();
    this.#failAll();
  }

  #failAll(): void {
    const all = [...this.#calls.values()];
    this.#calls.clear();
    for (const { events, opened } of all) {
      opened(null);
      events.failed();
    }
  }

  #tell(message: ToPhoneProcess): void {
    if (this.#child?.connected === true) this.#child.send(message);
  }

  #take(message: FromPhoneProcess): void {
    const held = this.#calls.get(message.call);
    if (message.type === 'opened') held?.opened(message.port);
    else if (message.type === 'digit') held?.events.digit(message.digit);
    else held?.events.packet(message.packet);
  }

  /** Opens the sound of a call. */
  open(events: SoundEvents): CallSound {
    const call = ++this.#last;
    const port = new Promise<number | null>((resolve) => {
      this.#calls.set(call, { events, opened: resolve });
      if (this.#child === null) resolve(null);
    });
    this.#tell({ type: 'open', call, first_port: this.#firstPort });
    return {
      port,
      remote: (remote) => this.#tell({ type: 'remote', call, remote }),
      tone: (tone) => this.#tell({ type: 'tone', call, tone }),
      listen: (is_on) => this.#tell({ type: 'listen', call, is_on }),
      hear: (stream, mix, packet) => this.#tell({ type: 'hear', call, stream, mix, packet }),
      close: () => {
        if (this.#calls.delete(call)) this.#tell({ type: 'close', call });
      },
    };
  }
}
