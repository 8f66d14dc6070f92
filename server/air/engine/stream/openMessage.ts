import type { OfflineSound } from '../../../../contract/protocol/offline.ts';
import type { EngineDeps } from '../broadcast.ports.ts';
import type { ClaimStatus } from '../claim.ts';
import type { Broadcast } from '../state/broadcast.ts';
import type { OpenMessage } from './receiver.ts';

/**
 * Time by which a terminal may need longer than the start and still begins with it, µs: the lead of each contains a
 * greater margin, and the next packet is 20 ms later.
 */
const TOLERANCE_US = 5_000;

/** Opening of a playing broadcast's stream at one terminal. */
export interface StreamOpening {
  b: Broadcast;
  terminal: number;
  /** Its claim there. */
  claim: ClaimStatus | null;
  /** Media time of the broadcast's anchor. */
  began_us: number;
  /** Earliest media time at which the terminal can play, by its link and its card. */
  readyUs: number;
  /** End of the sound of this stream that it still has from a lost connection; null: it has none. */
  heldUs: number | null;
}

/** Fields that the opening messages of one broadcast share. */
interface Common {
  kept: OfflineSound | undefined;
  /** Messages by what differs between terminals. */
  messages: Map<string, OpenMessage>;
}

/**
 * Makes the messages that open streams at the terminals that are routed together. Terminals that get the same message
 * get the same object, so that it is encoded once.
 */
export class OpenMessages {
  readonly #deps: Pick<EngineDeps, 'mixes' | 'kept'>;
  readonly #nameOf: (broadcast: number) => string | null;
  readonly #common = new Map<Broadcast, Common>();

  constructor(deps: Pick<EngineDeps, 'mixes' | 'kept'>, nameOf: (broadcast: number) => string | null) {
    this.#deps = deps;
    this.#nameOf = nameOf;
  }

  of({ b, terminal, claim, began_us, readyUs, heldUs }: StreamOpening): OpenMessage {
    const common = this.#common.get(b) ?? { kept: this.#deps.kept(b, began_us), messages: new Map() };
    this.#common.set(b, common);
    // A claim below that is only ducked is not held back.
    const over = claim?.kind === 'holds' && !claim.ducks ? claim.over : null;
    const mix = this.#deps.mixes(terminal) && b.claim.part !== 'alone' ? b.claim.part : undefined;
    const from_us = heldUs ?? (readyUs <= began_us + TOLERANCE_US ? began_us : b.stream.align(readyUs));
    const key = `${over} ${mix} ${from_us}`;
    const { kept, messages } = common;
    const known = messages.get(key);
    if (known !== undefined) return known;
    const { left_ms } = b.position;
    const message: OpenMessage = {
      type: 'stream.open',
      stream: b.id,
      broadcast: b.id,
      title: b.row.name,
      task_type: b.row.task_type,
      priority: b.row.priority,
      volume: b.row.volume,
      ...(b.urgent ? { urgent: true } : {}),
      from_us,
      over: over === null ? null : this.#nameOf(over),
      began_us: began_us - b.position_ms * 1000,
      ...(Number.isFinite(left_ms) ? { ends_us: began_us + left_ms * 1000 } : {}),
      ...(kept === undefined ? {} : { kept }),
      ...(mix === undefined ? {} : { mix }),
    };
    messages.set(key, message);
    return message;
  }
}
