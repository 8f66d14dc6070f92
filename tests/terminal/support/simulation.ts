import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { FromTerminal, Report, ToTerminal } from '../../../contract/protocol/terminal.ts';
import { Playout } from '../../../terminal/audio/playout.ts';
import { SimulatedCard } from '../../../terminal/headless/audio/card.ts';
import type { OfflinePlayback } from '../../../terminal/offline/offlinePlayback.ts';
import type { WireEvents } from '../../../terminal/protocol/link.ts';
import { ServerList } from '../../../terminal/protocol/servers/serverList.ts';
import { Session } from '../../../terminal/protocol/session.ts';
import { random } from '../../support/random.ts';
import { directSpeaker } from './directSpeaker.ts';
import { latenessOf } from './phase.ts';

export interface Fault {
  /** Error of the local clock: µs at the start, and ppm. */
  offsetUs?: number;
  clockPpm?: number;
  cardPpm?: number;
  /** One way of a message, µs. */
  delayUs?(way: 'up' | 'down', random: () => number): number;
  seed?: number;
}

/** One server and one terminal in simulated time; `run` moves it on. All times are true µs. */
export class Simulation {
  now = 0;
  /** Media clock minus true time; a new one comes with a new epoch. */
  mediaBase = 7e9;
  epoch = 'a';
  readonly session: Session;
  readonly playout = new Playout();
  readonly reports: Report[] = [];
  readonly sent: FromTerminal[] = [];
  /** Error of what was heard, µs (late: positive), measured on samples, by true time. */
  readonly heard: { at: number; errorUs: number }[] = [];
  /** Last samples that the card played. */
  lastBlock: Float32Array = new Float32Array(0);
  listen: ((samples: Float32Array, at: number) => void) | null = null;
  /** State of the server: whether it accepts connections, and whether it sends anything. */
  up = true;
  mute = false;
  restarts = 0;
  /** Servers that a welcome names; the terminal is configured with `http://a`. */
  addresses: string[] = [];
  readonly servers = new ServerList(() => 'http://a');
  answerHello: () => void = () => this.welcome();
  settings = { name: 'Hall', ao_volume: 100, ai_volume: 50 };
  #secret: string | undefined;
  readonly #queue: { at: number; run: () => void }[] = [];
  readonly #random: () => number;
  readonly #fault: Fault;
  readonly #card: SimulatedCard;
  #wire: WireEvents | null = null;
  #lastUp = 0;
  #lastDown = 0;
  #lastProbe = 0;

  /** Time of day at true time 0, epoch ms. */
  static readonly WALL = 1_795_000_000_000;

  constructor(fault: Fault = {}, offline?: OfflinePlayback) {
    this.#fault = fault;
    this.#random = random(fault.seed ?? 1);
    this.session = new Session({
      now: () => this.#local(this.now),
      open: (events) => this.#connect(events),
      servers: this.servers,
      speaker: directSpeaker(this.playout),
      identity: () => ({ code: 'SIM', role: 0, version: '0', boot: 'b', features: ['decode'] }),
      secret: {
        get: () => this.#secret,
        previous: () => undefined,
        set: (secret) => {
          this.#secret = secret;
          return true;
        },
      },
      ...(offline ? { offline } : {}),
      restart: () => {
        this.restarts++;
      },
      random: this.#random,
    });
    this.#card = new SimulatedCard({
      playout: this.playout,
      driftPpm: fault.cardPpm ?? 0,
      latencyUs: 60_000,
      mediaAt: (us) => (this.session.clock.synced ? this.session.clock.toMedia(this.#local(us)) : null),
      listen: (samples, at) => this.#hear(samples, at),
    });
  }

  get media(): number {
    return Math.round(this.now + this.mediaBase);
  }

  /** The server's time of day, epoch ms. */
  get wall(): number {
    return Simulation.WALL + this.now / 1000;
  }

  /** Says something to the terminal; it arrives after the way down. */
  send(message: ToTerminal | Uint8Array): void {
    if (message instanceof Uint8Array) this.#deliver((wire) => wire.binary(message));
    else this.sendText(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.#deliver((wire) => wire.text(text));
  }

  welcome(): void {
    const { epoch, settings, addresses: servers } = this;
    this.send({ type: 'welcome', terminal: 1, epoch, settings, site: 'S', servers });
  }

  /** Sends the programme's packets for media times in [from, to), five to a frame; `keep` may lose some. */
  sendProgramme(stream: number, from: number, to: number, keep: (at: number) => boolean = () => true): void {
    for (let at = from; at < to; at += PACKET_US) {
      if (keep(at)) this.send(encodeAudioFrame({ stream, at_us: at, packets: [new Uint8Array(1)] }));
    }
  }

  open(stream: number, from: number, volume: number | null = null): void {
    const what = { broadcast: 1, title: 'T', task_type: 1, priority: 1, over: null };
    this.send({ type: 'stream.open', stream, from_us: from, volume, ...what });
  }

  /** Runs something at a true time. */
  at(time: number, run: () => void): void {
    let i = this.#queue.length;
    while (i > 0 && (this.#queue[i - 1]?.at ?? 0) > time) i--;
    this.#queue.splice(i, 0, { at: time, run });
  }

  /** The server breaks the connection. */
  cut(): void {
    const wire = this.#wire;
    this.#wire = null;
    wire?.closed();
  }

  /** Lets `seconds` pass in turns of 20 ms. */
  run(seconds: number): void {
    const end = this.now + seconds * 1e6;
    while (this.now < end) {
      const turn = Math.min(this.now + 20_000, end);
      for (let next = this.#queue[0]; next && next.at <= turn; next = this.#queue[0]) {
        this.#queue.shift();
        this.now = Math.max(this.now, next.at);
        next.run();
      }
      this.now = turn;
      this.#card.pump(this.now);
      this.session.tick();
    }
  }

  /** Lets `seconds` pass in which the terminal's thread runs nothing; its timers run before what arrived is read. */
  held(seconds: number): void {
    this.now += seconds * 1e6;
    this.session.tick();
  }

  #deliver(arrive: (wire: WireEvents) => void): void {
    const wire = this.#wire;
    if (this.mute || !wire) return;
    this.#lastDown = Math.max(this.#lastDown, this.now + this.#delay('down'));
    this.at(this.#lastDown, () => {
      if (this.#wire === wire) arrive(wire);
    });
  }

  #local(us: number): number {
    return us * (1 + (this.#fault.clockPpm ?? 0) * 1e-6) + (this.#fault.offsetUs ?? 0);
  }

  #delay(way: 'up' | 'down'): number {
    return this.#fault.delayUs?.(way, this.#random) ?? 300;
  }

  #connect(events: WireEvents) {
    if (this.up) {
      this.at(this.now + 1_000, () => {
        this.#wire = events;
        events.opened();
      });
    } else this.at(this.now + 1_000, () => events.closed());
    return {
      send: (text: string) => {
        this.#lastUp = Math.max(this.#lastUp, this.now + this.#delay('up'));
        this.at(this.#lastUp, () => this.#receive(JSON.parse(text)));
      },
      close: () => {
        this.#wire = null;
      },
    };
  }

  #receive(message: FromTerminal): void {
    const t1 = this.media;
    this.sent.push(message);
    if (message.type === 'hello') {
      this.answerHello();
    } else if (message.type === 'time') {
      this.send({ type: 'time', t0: message.t0, t1, t2: this.media, epoch: this.epoch, wall_ms: this.wall });
    } else if (message.type === 'report') this.reports.push(message);
  }

  /** Computes once a second how late the sound is that is heard. */
  #hear(samples: Float32Array, at: number): void {
    this.listen?.(samples, at);
    this.lastBlock = samples;
    if (at - this.#lastProbe < 1e6) return;
    const errorUs = latenessOf(samples, at + this.mediaBase);
    if (errorUs === null) return;
    this.#lastProbe = at;
    this.heard.push({ at, errorUs });
  }
}
