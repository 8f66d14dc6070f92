import { createSocket, type Socket } from 'node:dgram';
import { headerOf, parseMessage, type SipRequest } from '../../../server/platform/sip/sipMessage.ts';

const LOOPBACK = '127.0.0.1';

/** Description of the sound of a peer that takes G.711 A-law. */
export const SDP = `v=0\no=- 1 1 IN IP4 ${LOOPBACK}\ns=-\nc=IN IP4 ${LOOPBACK}\nt=0 0\nm=audio 4000 RTP/AVP 8\n`;

/** Writes the response of a peer to a request; lines end in `\n`. */
export function answerTo(request: string, status: string, more = '', body = ''): string {
  const parsed = parseMessage(Buffer.from(request)) as SipRequest;
  const of = (name: string) => headerOf(parsed, name) ?? '';
  const to = of('to').includes('tag=') ? of('to') : `${of('to')};tag=peer`;
  const length = body.replaceAll('\n', '\r\n').length;
  return `SIP/2.0 ${status}\nVia: ${of('via')}\nFrom: ${of('from')}\nTo: ${to}\nCall-ID: ${of('call-id')}\nCSeq: ${of('cseq')}\n${more}Content-Length: ${length}\n\n${body}`;
}

/** Loudspeaker that answers everything while it is plugged in, and knows no call of before. */
export class SipPeer {
  readonly port: number;
  /** UDP port of its sound. */
  readonly #soundPort: number;
  /** True: it rings, until `answer`. */
  isRinging = false;
  #ringing: { request: string; from: { port: number; address: string } } | null = null;
  #socket: Socket | null = null;
  #calls = new Set<string>();

  constructor(port: number, soundPort = 4000) {
    this.port = port;
    this.#soundPort = soundPort;
  }

  /** True while a call rings. */
  get rings(): boolean {
    return this.#ringing !== null;
  }

  /** Answers the call that rings, and each later one at once. */
  answer(): void {
    this.isRinging = false;
    const ringing = this.#ringing;
    this.#ringing = null;
    if (ringing !== null) this.#send(this.#answer(ringing.request), ringing.from);
  }

  #send(text: string | null, { port, address }: { port: number; address: string }): void {
    if (text !== null) this.#socket?.send(text.replaceAll('\n', '\r\n'), port, address);
  }

  /** Number of calls that it has now. */
  get calls(): number {
    return this.#calls.size;
  }

  plug(): Promise<void> {
    const socket = createSocket('udp4');
    this.#socket = socket;
    this.#calls = new Set();
    socket.on('message', (bytes, from) => {
      const request = bytes.toString();
      if (this.isRinging && request.startsWith('INVITE ')) {
        this.#ringing = { request, from };
        this.#send(answerTo(request, '180 Ringing'), from);
      } else this.#send(this.#answer(request), from);
    });
    return new Promise((done) => socket.bind(this.port, LOOPBACK, () => done()));
  }

  #answer(request: string): string | null {
    const parsed = parseMessage(Buffer.from(request)) as SipRequest;
    const callId = headerOf(parsed, 'call-id') ?? '';
    switch (parsed.method) {
      case 'INVITE': {
        this.#calls.add(callId);
        const contact = `Contact: <sip:hall@${LOOPBACK}:${this.port}>\nContent-Type: application/sdp\n`;
        return answerTo(request, '200 OK', contact, SDP.replace('4000', String(this.#soundPort)));
      }
      case 'BYE':
        return answerTo(request, this.#calls.delete(callId) ? '200 OK' : '481 Unknown');
      case 'ACK':
        return null;
      default:
        return answerTo(request, '200 OK');
    }
  }

  unplug(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    return new Promise((done) => (socket === null ? done() : socket.close(() => done())));
  }
}
