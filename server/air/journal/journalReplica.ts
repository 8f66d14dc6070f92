import { randomUUID } from 'node:crypto';

/** Most text of stored lines that is kept for a standby server whose database lags, characters. */
const KEPT_CHARS = 8_000_000;
/** Time for which a person waits for the confirmation of a standby server that is connected, ms. */
const CONFIRM_MS = 1_000;

/** Line of the journal, as it is in the file. */
export interface CopiedLine {
  seq: number;
  text: string;
}

/** State of the copy with which a standby server begins. */
export interface CopyState {
  /** Run of the journal from which its last lines are; null: it does not know. */
  run: string | null;
  /** Number of its last line. */
  seq: number;
  /** All lines up to this one are in its database. */
  stored: number;
}

/** Lines for a standby server. */
export interface Lines {
  run: string;
  /** Lines up to this one are from earlier runs, which the database of the leader has. */
  base: number;
  lines: CopiedLine[];
}

/** Connection to a standby server, as the journal uses it. */
export interface ReplicaLink {
  /** Notes that the copy has all lines up to a number. @returns false when it cannot have them */
  confirmed(seq: number): boolean;
  /** Notes that the database of the standby server has all lines up to a number. */
  stored(seq: number): void;
  end(): void;
}

/**
 * Lines of the journal that go to the standby server. Alarms and speech never wait for it: lines are sent in the order
 * in which they are added, the first of a turn at once and the others at its end. Those that the database of the standby server does not have yet are
 * kept and sent again after a lost connection.
 */
export interface JournalReplica {
  add(seq: number, text: string): void;
  /** Notes that the database of this server has all lines up to a number. */
  stored(seq: number): void;
  /** Resolves when a connected standby server has all lines so far, or is gone, or does not confirm in time. */
  safe(): Promise<void>;
  /** Tells if a standby server gets the lines. */
  isConnected(): boolean;
  /** Begins to send to a standby server; it replaces the one before. @param send never throws */
  connect(copy: CopyState, send: (lines: Lines) => void): ReplicaLink;
}

interface Partner {
  send(lines: Lines): void;
  /** Numbers of the last line that was sent, and that was confirmed. */
  sent: number;
  confirmed: number;
}

/** @param base number of the last line of earlier runs */
export function createJournalReplica(base: number): JournalReplica {
  const run = randomUUID();
  let kept: CopiedLine[] = [];
  let chars = 0;
  let last = base;
  let storedHere = base;
  /** Lines that the database of the standby server has; null: none has been connected in this run. */
  let storedThere: number | null = null;
  let partner: Partner | null = null;
  let isDue = false;
  let waiting: { seq: number; resolve(): void }[] = [];

  /** Forgets lines that nobody needs any more. */
  function forget(): void {
    const isNeeded = ({ seq }: CopiedLine) => seq > storedHere || (storedThere !== null && seq > storedThere);
    let first = 0;
    for (const line of kept) {
      if (isNeeded(line) && (line.seq > storedHere || chars <= KEPT_CHARS)) break;
      chars -= line.text.length;
      first += 1;
    }
    if (first > 0) kept = kept.slice(first);
  }
  function release(): void {
    const isSafe = ({ seq }: { seq: number }) => partner === null || seq <= partner.confirmed;
    for (const { resolve } of waiting.filter(isSafe)) resolve();
    waiting = waiting.filter((one) => !isSafe(one));
  }
  function flush(): void {
    if (partner === null || partner.sent === last) return;
    const { sent } = partner;
    partner.sent = last;
    // The last lines only: there may be many before.
    partner.send({ run, base, lines: kept.slice(kept.findLastIndex(({ seq }) => seq <= sent) + 1) });
  }

  return {
    add(seq, text) {
      kept.push({ seq, text });
      chars += text.length;
      last = seq;
      if (partner === null || isDue) return;
      isDue = true;
      // The first line of a turn at once: it says that an alarm begins, before its sound is sent.
      flush();
      setImmediate(() => {
        isDue = false;
        flush();
      });
    },
    stored(seq) {
      storedHere = seq;
      forget();
    },
    async safe() {
      if (partner === null || partner.confirmed >= last) return;
      const confirmed = Promise.withResolvers<void>();
      const timer = setTimeout(confirmed.resolve, CONFIRM_MS);
      waiting.push({ seq: last, resolve: confirmed.resolve });
      await confirmed.promise;
      clearTimeout(timer);
    },
    isConnected: () => partner !== null,
    connect(copy, send) {
      const has = copy.run === run ? copy.seq : 0;
      const own: Partner = { send, sent: last, confirmed: has };
      partner = own;
      storedThere = copy.stored;
      release();
      send({ run, base, lines: kept.filter(({ seq }) => seq > has) });
      return {
        confirmed(seq) {
          if (seq > own.sent) return false;
          own.confirmed = Math.max(own.confirmed, seq);
          if (partner === own) release();
          return true;
        },
        stored(seq) {
          storedThere = Math.min(seq, last);
          forget();
        },
        end() {
          if (partner !== own) return;
          partner = null;
          release();
        },
      };
    },
  };
}
