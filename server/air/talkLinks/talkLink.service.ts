import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  MAX_TALK_LINKS,
  type MadeTalkLink,
  type NewTalkLink,
  type PhoneKeys,
  type PhoneLink,
  type TalkLinkLive,
  talkPage,
} from '../../../contract/entities/tasks/talkLink.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { type Attempts, unknownTarget } from '../../platform/auth/attempts.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import { hashToken, newToken } from '../../platform/auth/token.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import { type Zones, zoneIn } from '../../site/zones/zones.ts';
import { findTargets } from '../broadcast/targetResolver.ts';
import type { TalksDeps } from '../talk/talks.ts';
import { endTexts, type HeldLink, type HeldLinks, liveLink } from './heldLinks.ts';
import * as repository from './talkLink.repository.ts';

export interface TalkLinkServiceDeps extends Pick<TalksDeps, 'directory' | 'groups'> {
  db: Db;
  audit: Audit;
  zones: Pick<Zones, 'all' | 'get' | 'subtree' | 'onChange'>;
  callers: Pick<Callers, 'fromAccount'>;
  attempts: Pick<Attempts, 'run'>;
  config: Pick<Config, 'get'>;
  links: HeldLinks;
}

const notFound = () => new AppError(errorCode.notFound, 'common.notFound');
/** Age of removed rows, s. */
const OLD_S = 86_400;

/** Service of phone links: made and withdrawn by accounts, opened by phones. */
export function createTalkLinkService(deps: TalkLinkServiceDeps) {
  const { db, audit, zones, links } = deps;

  /** The zones of a link as targets. */
  const targetsOf = ({ row }: HeldLink) => ({ devices: [], groups: [], orgs: row.orgs });

  /**
   * The account that made a link, if it may still speak in all its zones; else null.
   * @param found the account, if it was looked up already
   * @throws when the database does not answer and the account is not known
   */
  async function makerOf(
    { row }: HeldLink,
    found: Promise<Caller | null> = deps.callers.fromAccount(row.account_id),
  ): Promise<Caller | null> {
    const maker = await found;
    if (maker === null || !maker.permissions.has('caster_broadcast')) return null;
    return row.orgs.every((id) => zones.get(id) !== undefined && inScope(maker.scope, id)) ? maker : null;
  }

  /** Like `makerOf`, for a phone that is to continue: a link without its maker ends. @throws AppError 999 */
  async function mustHaveMaker(link: HeldLink): Promise<Caller> {
    const maker = await makerOf(link);
    if (maker === null) links.end(link, 'denied');
    if (link.ended !== null) throw new AppError(errorCode.refused, endTexts[link.ended]);
    if (maker === null) throw new AppError(errorCode.refused, endTexts.denied);
    return maker;
  }

  /** Finds the link of a phone's keys. @throws AppError 404, 429 for guessed keys; 403, 999 */
  async function ofPhone({ key, phone }: PhoneKeys, address: string): Promise<HeldLink> {
    const hash = hashToken(key);
    const tried = { entity: 'talk_link', id: null, code: '', address } as const;
    const target = unknownTarget(hash.slice(0, 12));
    const attempt = { tried, kind: 'phone_link', target, address } as const;
    const link = await deps.attempts.run(attempt, async () => links.bySecret(hash) ?? null);
    if (link === null) throw new AppError(errorCode.notFound, 'talk.linkUnknown');
    if (link.row.expires_at <= links.seconds) links.end(link, 'expired');
    const { phone_hash } = link.row;
    if (phone_hash !== null && phone_hash !== hashToken(phone))
      throw new AppError(errorCode.forbidden, 'talk.linkOtherPhone');
    if (link.ended !== null) throw new AppError(errorCode.refused, endTexts[link.ended]);
    await mustHaveMaker(link);
    return link;
  }

  /** Binds a link to the first phone that opens it. @throws AppError 403 when another one was faster */
  async function bind(link: HeldLink, phone: string, ip: string): Promise<void> {
    if (link.row.phone_hash !== null) return;
    const phone_hash = hashToken(phone);
    // Set before any wait: of two phones that open it at once only one gets it.
    const before = link.row;
    link.row = { ...before, phone_hash, opened_at: links.seconds };
    try {
      const isFirst = await db.transaction(async (tx) => {
        const actor = { accountId: null, code: `#${before.id}` };
        const entry = { action: 'open', entity: 'talk_link', entity_id: before.id, ip };
        await audit.record(tx, actor, { ...entry, after: { title: before.title } });
        return repository.bind(tx, before.id, phone_hash, links.seconds);
      });
      if (!isFirst) throw new AppError(errorCode.forbidden, 'talk.linkOtherPhone');
    } catch (error) {
      link.row = before;
      throw error;
    }
    links.publish(link);
  }

  return {
    makerOf,
    mustHaveMaker,
    ofPhone,
    /** Open links with a zone in the caller's scope. */
    list: ({ scope }: Caller): TalkLinkLive[] =>
      links
        .open()
        .filter(({ row }) => inScope(scope, row.orgs))
        .map(liveLink),
    /** Makes a link. @throws AppError 404 for zones outside the scope, 999 for too many */
    async make(caller: Caller, ip: string, form: NewTalkLink): Promise<MadeTalkLink> {
      const orgs = [...new Set(form.orgs)].map((id) => zoneIn(zones, caller.scope, id).id);
      const own = links.open().filter(({ row }) => row.account_id === caller.accountId);
      if (own.length >= MAX_TALK_LINKS)
        throw new AppError(errorCode.refused, 'talk.tooManyLinks', { n: MAX_TALK_LINKS });
      const secret = newToken();
      const { minutes, ...fields } = form;
      const values = {
        ...fields,
        orgs,
        account_id: caller.accountId,
        secret_hash: hashToken(secret),
        created_at: links.seconds,
        expires_at: links.seconds + minutes * 60,
      };
      const row = await db.transaction(async (tx) => {
        await repository.removeOld(tx, links.seconds - OLD_S);
        const stored = await repository.insert(tx, values);
        const entry = { action: 'create', entity: 'talk_link', entity_id: stored.id, ip };
        await audit.record(tx, caller, { ...entry, after: { ...form, orgs } });
        return stored;
      });
      const link = links.hold(row, caller.name);
      return { link: liveLink(link), page: `${talkPage}#${secret}` };
    },
    /**
     * Withdraws a link; a phone that speaks is cut off at once.
     * @throws AppError 404, 403 for a link of somebody else that reaches beyond the caller's zones
     */
    async revoke(caller: Caller, ip: string, id: number): Promise<void> {
      const link = links.byId(id);
      if (link === undefined || !inScope(caller.scope, link.row.orgs)) throw notFound();
      const isOwn = link.row.account_id === caller.accountId;
      if (!isOwn && !link.row.orgs.every((org) => inScope(caller.scope, org)))
        throw new AppError(errorCode.forbidden, 'talk.linkNotOwn');
      links.end(link, 'revoked');
      await audit.record(db, caller, {
        ...{ action: 'revoke', entity: 'talk_link', entity_id: id, ip },
        after: { title: link.row.title },
      });
    },
    /** Opens a link for a phone, and tells it where it will be heard. @throws AppError as `ofPhone` */
    async openBy(keys: PhoneKeys, ip: string): Promise<PhoneLink> {
      const link = await ofPhone(keys, ip);
      await bind(link, keys.phone, ip);
      const maker = await mustHaveMaker(link);
      return {
        title: link.row.title,
        places: link.row.orgs.flatMap((id) => zones.get(id)?.name ?? []),
        terminals: findTargets(deps, maker.scope, targetsOf(link)).length,
        left_s: Math.max(0, link.row.expires_at - links.seconds),
        site: deps.config.get().enterprise_code,
      };
    },
  };
}
export type TalkLinkService = ReturnType<typeof createTalkLinkService>;
