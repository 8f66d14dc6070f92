import { StreamFailure } from '../../../sound/radio/failure.ts';
import { EXCEPTION, FrameReader, type ModbusFrame, requestFrame } from './modbusFrame.ts';

/** Time for an answer, ms. */
const ANSWER_MS = 1_000;

/** Exception with which a panel answered. */
export class ModbusException extends StreamFailure {
  readonly code: number;

  constructor(code: number) {
    super('panel.exception', { code });
    this.code = code;
  }
}

interface Pending {
  transaction: number;
  code: number;
  resolve(pdu: Buffer): void;
  reject(failure: StreamFailure): void;
}

/** Requests over one connection, one at a time. */
export class ModbusClient {
  readonly #unit: number;
  readonly #send: (bytes: Buffer) => void;
  readonly #reader = new FrameReader();
  #last = 0;
  #pending: Pending | null = null;
  /** Requests that were given up: their late answers are ignored. */
  readonly #late = new Set<number>();

  constructor(unit: number, send: (bytes: Buffer) => void) {
    this.#unit = unit;
    this.#send = send;
  }

  /** Sends a request. @returns function code and data of the answer @throws StreamFailure */
  request(code: number, address: number, value: number): Promise<Buffer> {
    const transaction = (this.#last + 1) & 0xffff;
    this.#last = transaction;
    this.#late.delete(transaction);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#late.add(transaction);
        this.fail(new StreamFailure(this.#reader.isPartial ? 'panel.incomplete' : 'radio.timeout'));
      }, ANSWER_MS);
      this.#pending = {
        transaction,
        code,
        resolve(pdu) {
          clearTimeout(timer);
          resolve(pdu);
        },
        reject(failure) {
          clearTimeout(timer);
          reject(failure);
        },
      };
      this.#send(requestFrame(transaction, this.#unit, code, address, value));
    });
  }

  /** Takes bytes of the connection. @throws StreamFailure when they are no answers: the connection is unusable */
  take(bytes: Buffer): void {
    for (const frame of this.#reader.take(bytes)) this.#answer(frame);
  }

  /** Ends the pending request. */
  fail(failure: StreamFailure): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.reject(failure);
  }

  #answer({ transaction, unit, pdu }: ModbusFrame): void {
    const pending = this.#pending;
    if (pending === null || transaction !== pending.transaction) {
      if (this.#late.delete(transaction)) return;
      throw new StreamFailure('panel.wrongAnswer');
    }
    // Some gateways answer unit 0 or 255 with the number of the device behind them.
    if (unit !== this.#unit && this.#unit !== 0 && this.#unit !== 255)
      throw new StreamFailure('panel.wrongUnit', { unit });
    const isException = pdu[0] === (pending.code | EXCEPTION);
    if (!isException && pdu[0] !== pending.code) throw new StreamFailure('panel.wrongAnswer');
    if (isException) this.fail(new ModbusException(pdu[1] ?? 0));
    else {
      this.#pending = null;
      pending.resolve(pdu);
    }
  }
}
