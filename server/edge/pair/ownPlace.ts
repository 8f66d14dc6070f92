import type { Hello } from './link/handshake.ts';
import { newPair, type PairRecord, readPair, writePair } from './link/pairRecord.ts';

/** Most addresses of the partner that are kept. */
const MAX_URLS = 4;

/** Place of a leading server in its pair, as stored in its data folder. */
export interface OwnPlace {
  /** Null: no other machine was ever to join. */
  get(): PairRecord | null;
  /** Gets its place, with a key, before a machine joins. */
  open(): PairRecord;
  /** Stores a machine that has joined. @param address from which it has connected */
  join(opening: Hello, address: string): void;
  /** Notes where the partner listens, as it says when it connects. */
  noteAddress(opening: Pick<Hello, 'port'>, address: string): void;
  /** Forgets the partner. */
  forget(): void;
  forgetWitness(): void;
  /**
   * Notes whether the standby is lost, and from when on changes may be here only.
   * @param since epoch ms; null: it is not lost
   */
  noteAlone(since: number | null): void;
  /** Makes this machine the standby of its partner, from the next start on: it has to copy the database first. */
  standBy(): void;
}

/** Address at which a machine listens that has connected from `address`; none if it does not listen. */
function urlOf({ port }: Pick<Hello, 'port'>, address: string): string[] {
  const host = address.includes(':') ? `[${address}]` : address;
  return port === null ? [] : [`https://${host}:${port}`];
}

export function createOwnPlace(dataDir: string, now: () => number): OwnPlace {
  let pair = readPair(dataDir);
  function store(next: PairRecord): PairRecord {
    pair = next;
    writePair(dataDir, next);
    return next;
  }
  const open = () => pair ?? store(newPair('leader'));
  function noteAddress({ port }: Pick<Hello, 'port'>, address: string): void {
    if (pair?.partner == null) return;
    const now = urlOf({ port }, address);
    const urls = [...new Set([...now, ...pair.partner.urls])].slice(0, MAX_URLS);
    if (urls.join() !== pair.partner.urls.join()) store({ ...pair, partner: { ...pair.partner, urls } });
  }
  return {
    get: () => pair,
    open,
    join(opening, address) {
      const { name, public_key } = opening;
      const own = open();
      if (opening.role === 'witness') {
        store({ ...own, witness: { public_key, name, urls: urlOf(opening, address) } });
        return;
      }
      store({ ...own, leads_since: own.leads_since ?? now(), partner: { public_key, name, urls: [] } });
      noteAddress(opening, address);
    },
    noteAddress,
    forget: () => void (pair !== null && store({ ...pair, partner: null })),
    forgetWitness: () => void (pair !== null && store({ ...pair, witness: null })),
    noteAlone(since) {
      if (pair !== null && (pair.alone_since === null) !== (since === null))
        store({ ...pair, alone_since: since });
    },
    standBy: () => void (pair !== null && store({ ...pair, role: 'standby', is_copied: false })),
  };
}
