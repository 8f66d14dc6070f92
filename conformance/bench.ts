import { setTimeout as pause } from 'node:timers/promises';
import type { Hello, ToTerminal } from '../contract/protocol/terminal.ts';
import { Failure } from './failure.ts';
import type { TerminalLink } from './link.ts';
import type { MediaTime } from './mediaTime.ts';
import type { GivenPackage } from './packages.ts';
import type { PersonAction } from './person.types.ts';
import { type Programme, StreamSender } from './streamSender.ts';
import type { TestServer } from './testServer.ts';

/** Time for a clock to be known after a welcome, ms. */
const SYNC_MS = 10_000;

export interface Tolerances {
  /** Time for the first connection, ms. */
  connectMs: number;
  /** Addition to the times of the document for the network and the machines, ms. */
  messageMs: number;
  /** Deviation of the first sound from its media time, ms. */
  soundMs: number;
  /** Time from `stream.open` to its first sound, ms. */
  leadMs: number;
}

type OpenFields = Partial<Extract<ToTerminal, { type: 'stream.open' }>>;

/** State that the cases of a run share: the server, the present connection, and what the terminal was told. */
export class Bench {
  readonly server: TestServer;
  readonly tolerances: Tolerances;
  /** Tells the person at the terminal what to do; null: there is none. */
  readonly person: ((action: PersonAction) => void) | null;
  /** Package with another version of the terminal's program; null: none is given. */
  readonly package: GivenPackage | null;
  secret = 'conformance-secret-1';
  /** Secret that was replaced; null: none. */
  previousSecret: string | null = null;
  volume = 100;
  #link: TerminalLink | null = null;
  #known = 0;
  #streams = 100;
  #requests = 0;
  #isWelcomed = false;
  readonly #senders = new Set<StreamSender>();

  constructor(
    server: TestServer,
    tolerances: Tolerances,
    { person = null, package: given = null }: Partial<Pick<Bench, 'person' | 'package'>> = {},
  ) {
    this.person = person;
    this.package = given;
    this.server = server;
    this.tolerances = tolerances;
  }

  get clock(): MediaTime {
    return this.server.clock;
  }

  /** Hello of the present connection; null before the first. */
  get hello(): Hello | null {
    return this.#link?.hello ?? null;
  }

  get requestNumber(): number {
    return ++this.#requests;
  }

  get streamNumber(): number {
    return ++this.#streams;
  }

  /** Waits for the next connection. */
  async connection(ms: number): Promise<TerminalLink> {
    this.#link = await this.server.link(this.#known, ms);
    this.#known = this.server.links.length;
    this.#isWelcomed = false;
    return this.#link;
  }

  /** Waits for the next connection and its hello. */
  async handshake(ms: number): Promise<TerminalLink & { hello: Hello }> {
    const link = await this.connection(ms);
    await link.until('hello', 5_000, () => link.hello ?? undefined);
    return link as TerminalLink & { hello: Hello };
  }

  welcome(link: TerminalLink): void {
    this.#isWelcomed = true;
    link.send({
      type: 'welcome',
      terminal: 1,
      epoch: this.clock.epoch,
      ...this.#settings(),
      site: 'Conformance test',
      server: { version: 'conformance', features: ['unknown', 'held'] },
    });
  }

  setVolume(link: TerminalLink, volume: number): void {
    this.volume = volume;
    link.send({ type: 'settings', ...this.#settings() });
  }

  /** The present connection, welcomed and with a known clock; makes one if the previous case has ended it. */
  async ready(): Promise<TerminalLink> {
    let link = this.#link;
    if (link === null || !link.isOpen || link.hello === null) link = await this.handshake(15_000);
    if (!this.#isWelcomed) {
      if (link.hello?.secret !== this.secret) link.send({ type: 'adopted', secret: this.secret });
      this.welcome(link);
    }
    await this.synced(link);
    return link;
  }

  /** Waits until the terminal knows the media clock and plays nothing. */
  async synced(link: TerminalLink): Promise<void> {
    const isIdle = () => link.reports.at(-1)?.state === 'idle' || undefined;
    await link.until('report with the state idle', SYNC_MS, isIdle);
  }

  /** Opens a stream; its packets follow. Returns the media time of the first sound. */
  open(link: TerminalLink, programme: Partial<Programme> & { opened?: OpenFields } = {}) {
    const { opened, ...rest } = programme;
    const fromUs = programme.fromUs ?? this.clock.inMs(this.tolerances.leadMs);
    const stream = programme.stream ?? this.streamNumber;
    link.send({
      type: 'stream.open',
      stream,
      broadcast: stream,
      title: 'Conformance test',
      task_type: 1,
      priority: 20,
      volume: null,
      from_us: fromUs + (programme.first ?? 0) * 20_000,
      over: null,
      ...opened,
    });
    const sender = new StreamSender(link, this.clock, { ...rest, stream, fromUs });
    this.#senders.add(sender);
    return { stream, fromUs, sender };
  }

  /** Closes a stream now and waits until the terminal plays nothing. */
  async end(link: TerminalLink, ...opened: { stream: number; sender: StreamSender }[]): Promise<void> {
    for (const { stream, sender } of opened) {
      sender.stop();
      link.send({ type: 'stream.close', stream, at_us: this.clock.inMs(0) });
    }
    const sinceUs = this.clock.us();
    await link.report('report with the state idle', 5_000, sinceUs, ({ state }) => state === 'idle');
  }

  /** Ends the senders of a case that has failed. */
  stopSenders(): void {
    for (const sender of this.#senders) sender.stop();
    this.#senders.clear();
  }

  /** Waits until media time `us`. */
  async until(us: number): Promise<void> {
    await pause(Math.max(0, (us - this.clock.us()) / 1e3));
  }

  /** @throws Failure if the connection is gone */
  stillOpen(link: TerminalLink): void {
    if (!link.isOpen) throw new Failure(`the terminal closed the connection with ${link.closeCode}`);
  }

  #settings() {
    return { settings: { name: 'Terminal under test', ao_volume: this.volume, ai_volume: 50 } };
  }
}
