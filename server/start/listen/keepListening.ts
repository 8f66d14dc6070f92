import type { NewFault } from '../../site/faults/faults.ts';

/** Interval at which a port that cannot be opened is tried again, ms. */
const RETRY_MS = 2_000;

export interface ListenDeps {
  faults: { open(fault: NewFault): void; resolve(kind: 'port' | 'certificate', subject: string): void };
  log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

/** Port that is open, or opens as soon as the system allows. */
export interface KeptPort {
  /** Null: not open yet. */
  readonly port: number | null;
  /** Error of the first attempt; null: it is open. */
  readonly failure: unknown;
  onOpen(listener: () => void): void;
  /** Ends the attempts. */
  stop(): void;
}

/**
 * Opens a port. If it cannot be opened, a fault says so, and it is tried again: the server works meanwhile with the
 * other port.
 */
export async function keepListening(
  { setting, port: wanted }: { setting: 'PORT' | 'HTTPS_PORT'; port: number },
  open: () => Promise<number>,
  { faults, log }: ListenDeps,
): Promise<KeptPort> {
  const listeners: (() => void)[] = [];
  let port: number | null = null;
  let failure: unknown = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const opened = (at: number) => {
    port = at;
    failure = null;
    faults.resolve('port', setting);
    for (const listener of listeners) listener();
  };
  const again = () => {
    timer = setTimeout(async () => {
      try {
        opened(await open());
        log.warn({ setting, port }, 'the port is open now');
      } catch {
        if (!isStopped) again();
      }
    }, RETRY_MS);
  };
  try {
    opened(await open());
  } catch (error) {
    failure = error;
    const cause = (error as Error).cause ?? error;
    const code = (cause as NodeJS.ErrnoException).code ?? String((cause as Error).message);
    log.error({ err: error, setting }, 'a port cannot be opened; it is tried again');
    faults.open({ kind: 'port', subject: setting, params: { setting, port: wanted, error: code } });
    again();
  }
  return {
    get port() {
      return port;
    },
    get failure() {
      return failure;
    },
    onOpen: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
