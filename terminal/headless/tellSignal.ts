import { SIGNAL_INTERVAL_MS } from '../../contract/signal.ts';
import type { ModemReader, ModemReading } from './modem.ts';
import type { Terminal } from './terminal.ts';

/** How often is looked whether a terminal has yet to say the last reading, ms. */
const LOOK_MS = 1_000;
/** A reading that is older is not said any more, ms. */
const STALE_MS = 2 * SIGNAL_INTERVAL_MS;

/** The modem of this machine, and what it last said; all terminals of the process are behind it. */
export class ModemWatch {
  ICCID: string | undefined;
  #reader: ModemReader;
  #last: { reading: ModemReading; at: number } | null = null;

  constructor(reader: ModemReader) {
    this.#reader = reader;
  }

  /** Reads once. Awaited before the first hello, so that it has the ICCID. */
  async read(): Promise<void> {
    const reading = await this.#reader();
    this.#last = reading && { reading, at: performance.now() };
    this.ICCID = reading?.ICCID ?? this.ICCID;
  }

  /** Has each terminal say each reading once it is connected; returns the function that ends it. */
  tell(terminals: readonly Pick<Terminal, 'session'>[]): () => void {
    const told = new WeakMap<object, ModemReading>();
    const look = () => {
      if (this.#last === null || performance.now() - this.#last.at > STALE_MS) return;
      const { reading } = this.#last;
      const { csq, position } = reading;
      for (const { session } of terminals) {
        if (session.phase !== 'welcomed' || told.get(session) === reading) continue;
        told.set(session, reading);
        session.tell({ type: 'signal', csq, ...(position === undefined ? {} : { position }) });
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
      // A reader never rejects: what cannot be read is no reading.
      setInterval(() => void again(), SIGNAL_INTERVAL_MS),
    ];
    look();
    return () => timers.forEach(clearInterval);
  }
}
