import { SIGNAL_INTERVAL_MS } from '../../contract/protocol/signalReport.ts';
import type { ModemReader, ModemReading } from './modem.ts';
import type { Terminal } from './terminal.ts';

/** Polling interval for terminals that have not sent the last reading, ms. */
const LOOK_MS = 1_000;
/** Age from which a reading is not sent, ms. */
const STALE_MS = 2 * SIGNAL_INTERVAL_MS;

/** Modem of this machine with its last reading, shared by all terminals of the process. */
export class ModemWatch {
  ICCID: string | undefined;
  #reader: ModemReader;
  #last: { reading: ModemReading; at: number } | null = null;

  constructor(reader: ModemReader) {
    this.#reader = reader;
  }

  /** Reads the modem once. Awaited before the first hello, which contains the ICCID. */
  async read(): Promise<void> {
    const reading = await this.#reader();
    this.#last = reading && { reading, at: performance.now() };
    this.ICCID = reading?.ICCID ?? this.ICCID;
  }

  /** Makes each connected terminal send each reading once; returns the function that ends it. */
  send(terminals: readonly Pick<Terminal, 'session'>[]): () => void {
    const lastSent = new WeakMap<object, ModemReading>();
    const look = () => {
      if (this.#last === null || performance.now() - this.#last.at > STALE_MS) return;
      const { reading } = this.#last;
      const { csq, position } = reading;
      for (const { session } of terminals) {
        if (session.phase !== 'welcomed' || lastSent.get(session) === reading) continue;
        lastSent.set(session, reading);
        session.sendMessage({ type: 'signal', csq, ...(position === undefined ? {} : { position }) });
      }
    };
    let isReading = false;
    const again = async () => {
      if (isReading) return;
      isReading = true;
      await this.read().finally(() => {
        isReading = false;
      });
    };
    const timers = [
      setInterval(look, LOOK_MS),
      // A reader never rejects; a failure gives no reading.
      setInterval(() => void again(), SIGNAL_INTERVAL_MS),
    ];
    look();
    return () => timers.forEach(clearInterval);
  }
}
