import { PACKET_US, PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame, MAX_LEAD_US } from '../../../contract/protocol/frames.ts';
import { type Report, report, type ToTerminal } from '../../../contract/protocol/terminal.ts';
import type { MediaClock } from '../../../server/platform/clock/mediaClock.ts';
import type { HeldSound, TerminalLink } from '../../../server/site/terminals/gateway/terminals.types.ts';
import { Uplinks } from '../../../server/site/terminals/gateway/uplinks.ts';
import type { OpenProgramme } from '../../../server/sound/source/programmeReader.ts';

/** Sound during one packet: its programme, and the packet number in it (−1: silence between items). */
export interface Heard {
  stream: number;
  path: string;
  packet: number;
}

/** Clock that only the test moves. Wall time runs with it, also through restarts of the server. */
export class TestTime {
  ms = 1_800_000_000_000;
  clock(): MediaClock {
    const start = this.ms;
    const now = () => Math.round((this.ms - start) * 1000) + 1_000_000;
    return {
      epoch: String(start),
      term: 1,
      now,
      fromWall: (ms) => now() + Math.round((ms - this.ms) * 1000),
      toWall: (us) => this.ms + (us - now()) / 1000,
    };
  }
}

/** Terminal by protocol, without audio: plays every packet at its time. */
export class FakeTerminal implements TerminalLink {
  readonly terminalId: number;
  readonly org = 1;
  readonly address = '127.0.0.1';
  readonly droppedFrames = 0;
  readonly language = 'en';
  readonly uplinks = new Uplinks();
  report: Report | null = null;
  bufferedBytes = 0;
  unconfirmedBytes = 0;
  reserveUs = MAX_LEAD_US;
  held: HeldSound | null = null;
  /** Lead that it needs; set by the test. */
  leadUs: number | null = null;
  /** Age of the last report, set by the test. */
  reportAgeMs = 0;
  messages: ToTerminal[] = [];
  frames: Uint8Array[] = [];
  /** Latest media time received, and number of late packets. */
  aheadUs = 0;
  late = 0;
  readonly #now: () => number;
  readonly #packets = new Map<number, Map<number, Uint8Array>>();
  readonly #until = new Map<number, number>();

  constructor(terminalId: number, now: () => number) {
    this.terminalId = terminalId;
    this.#now = now;
  }

  send(message: ToTerminal): void {
    this.messages.push(message);
    if (message.type === 'stream.open') {
      this.#packets.set(message.stream, new Map());
      this.#until.delete(message.stream);
    } else if (message.type === 'stream.close') {
      this.#until.set(message.stream, message.at_us);
    } else if (message.type === 'stream.flush') {
      const packets = this.#packets.get(message.stream);
      for (const at of [...(packets?.keys() ?? [])]) if (at >= message.from_us) packets?.delete(at);
    }
  }

  together(send: () => void): void {
    send();
  }

  sendAudio(bytes: Uint8Array): void {
    const frame = decodeAudioFrame(bytes);
    if (!frame) throw new Error('not an audio frame');
    this.frames.push(bytes);
    for (const [i, packet] of frame.packets.entries()) {
      const at = frame.at_us + i * PACKET_US;
      if (at < this.#now()) this.late++;
      else this.#packets.get(frame.stream)?.set(at, packet);
      this.aheadUs = Math.max(this.aheadUs, at);
    }
  }

  /** All sounds at a media time (more than one is an error). */
  heard(us: number): Heard[] {
    const found: Heard[] = [];
    for (const [stream, packets] of this.#packets) {
      if (us >= (this.#until.get(stream) ?? Number.POSITIVE_INFINITY)) continue;
      for (const [at, packet] of packets) {
        if (us >= at && us < at + PACKET_US) found.push({ stream, ...packetOf(packet) });
      }
    }
    return found;
  }

  setReport(over: Partial<Report>): Report {
    this.report = report.parse({ type: 'report', state: 'playing', ...over });
    return this.report;
  }
}

/** Programmes in memory whose packets identify themselves. */
export function fakeProgrammes(lengths: Map<string, number>): OpenProgramme {
  return async (path) => {
    const packets = lengths.get(path);
    if (packets === undefined) throw new Error(`no such file: ${path}`);
    return {
      async read(buffer, offset, length, position) {
        const bytesRead = Math.max(0, Math.min(length, packets * PROGRAMME_PACKET_BYTES - position));
        for (let i = 0; i < bytesRead; i += PROGRAMME_PACKET_BYTES) {
          const packet = (position + i) / PROGRAMME_PACKET_BYTES;
          const text = `${path}#${packet}`.padEnd(PROGRAMME_PACKET_BYTES, ' ');
          buffer.set(new TextEncoder().encode(text), offset + i);
        }
        return { bytesRead };
      },
      close: async () => {},
    };
  };
}

function packetOf(packet: Uint8Array): Omit<Heard, 'stream'> {
  if (packet.length !== PROGRAMME_PACKET_BYTES) return { path: '', packet: -1 };
  const [path = '', number = ''] = new TextDecoder().decode(packet).split('#');
  return { path: path.replace(/^\/data\//, '').replace(/\/programme\.opk$/, ''), packet: Number(number) };
}
