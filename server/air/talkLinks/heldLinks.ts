import type { MessageKey } from '../../../contract/api/errors.ts';
import type { TalkLinkLive } from '../../../contract/entities/tasks/talkLink.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { TalkLinkRow } from './talkLink.repository.ts';
import * as repository from './talkLink.repository.ts';

/** Reason of the end of a link. */
export type LinkEnd = 'used' | 'expired' | 'revoked' | 'denied';

/** Texts for the phone. */
export const endTexts = {
  used: 'talk.linkUsed',
  expired: 'talk.linkExpired',
  revoked: 'talk.linkRevoked',
  denied: 'talk.linkDenied',
} as const satisfies Record<LinkEnd, MessageKey>;

/** A link in memory. */
export interface HeldLink {
  row: TalkLinkRow;
  made_by: string;
  /** Broadcast of its phone; null: not on the air. */
  broadcast: number | null;
  /** Null: open. */
  ended: LinkEnd | null;
  /** Ends the talk and the connection of its phone; null: not connected. */
  hangUp: ((reason: LinkEnd) => void) | null;
}

/** Time for which an ended link is remembered after its expiry, to tell its phone why it ended, s. */
const REMEMBER_S = 3_600;

export interface HeldLinksDeps {
  db: Db;
  topic: Topic<TalkLinkLive>;
  log: { error(details: object, message: string): void };
  /** Wall time, ms. */
  now(): number;
}

/**
 * Links in memory: what they allow is decided here, so that an end takes effect at once, also without the database.
 * A failed write is repeated with the next sweep.
 */
export class HeldLinks {
  readonly #deps: HeldLinksDeps;
  readonly #links = new Map<number, HeldLink>();
  /** Marks that are not stored yet. */
  readonly #unstored = new Map<number, Parameters<typeof repository.mark>[2]>();
  #storing: Promise<void> | null = null;

  constructor(deps: HeldLinksDeps) {
    this.#deps = deps;
  }

  get seconds(): number {
    return Math.floor(this.#deps.now() / 1000);
  }

  /** Links that have not ended. */
  open(): HeldLink[] {
    return [...this.#links.values()].filter(({ ended }) => ended === null);
  }

  byId(id: number): HeldLink | undefined {
    const link = this.#links.get(id);
    return link?.ended === null ? link : undefined;
  }

  /** Finds a link by the hash of its key, also one that has ended. */
  bySecret(hash: string): HeldLink | undefined {
    return [...this.#links.values()].find(({ row }) => row.secret_hash === hash);
  }

  /** Takes in a stored link; one that is known already stays as it is. */
  hold(row: TalkLinkRow, made_by: string): HeldLink {
    const known = this.#links.get(row.id);
    if (known !== undefined) return known;
    const link: HeldLink = { row, made_by, broadcast: null, ended: null, hangUp: null };
    this.#links.set(row.id, link);
    this.publish(link);
    return link;
  }

  publish(link: HeldLink): void {
    if (link.ended !== null) this.#deps.topic.remove(link.row.id);
    else this.#deps.topic.upsert(liveLink(link));
  }

  /** Marks a link as used: its talk has begun. */
  speaks(link: HeldLink, broadcast: number): void {
    link.broadcast = broadcast;
    this.#store(link.row.id, { used_at: this.seconds });
    this.publish(link);
  }

  /** Ends a link, and the talk of its phone. A second end changes nothing. */
  end(link: HeldLink, reason: LinkEnd): void {
    if (link.ended !== null) return;
    link.ended = reason;
    link.hangUp?.(reason);
    link.hangUp = null;
    this.publish(link);
    this.#store(link.row.id, { ended_at: this.seconds });
  }

  /** Ends what is over, and stores what could not be stored. */
  sweep(): void {
    for (const link of this.#links.values()) {
      if (link.row.expires_at <= this.seconds) this.end(link, 'expired');
      if (link.row.expires_at + REMEMBER_S <= this.seconds) this.#links.delete(link.row.id);
    }
    void this.#write();
  }

  /** Resolves when everything that can be stored is. */
  async stored(): Promise<void> {
    await this.#storing;
    await this.#write();
  }

  #store(id: number, mark: Parameters<typeof repository.mark>[2]): void {
    this.#unstored.set(id, { ...this.#unstored.get(id), ...mark });
    void this.#write();
  }

  #write(): Promise<void> {
    this.#storing ??= this.#writeAll().finally(() => {
      this.#storing = null;
    });
    return this.#storing;
  }

  async #writeAll(): Promise<void> {
    for (const [id, mark] of this.#unstored) {
      try {
        await repository.mark(this.#deps.db, id, mark);
      } catch (err) {
        // Kept for the next sweep; meanwhile it holds in memory.
        this.#deps.log.error({ err, link: id }, 'the state of a phone link could not be stored');
        return;
      }
      if (this.#unstored.get(id) === mark) this.#unstored.delete(id);
    }
  }
}

/** Live row of a link. */
export function liveLink({ row, made_by, broadcast }: HeldLink): TalkLinkLive {
  const { id, orgs, title, priority, volume, created_at, expires_at, opened_at } = row;
  const isOpened = row.phone_hash !== null;
  return {
    ...{ id, org: orgs, title, priority, volume, created_at, expires_at, opened_at, made_by },
    state: broadcast !== null ? 'speaking' : isOpened ? 'opened' : 'waiting',
    broadcast_id: broadcast,
  };
}
