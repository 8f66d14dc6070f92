import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';

/**
 * A phone link: lets one phone speak once to fixed zones, opened by a QR code (task type 4, audio source 4). Its key
 * is in the fragment of the address of the phone's page, which browsers do not send; the server holds its hash.
 */

/** Page of the phone. */
export const talkPage = '/talk/';
/** Minutes for which a link is valid. */
export const talkLinkMinutes = { min: 1, max: 60, usual: 15 } as const;
/** Most open links of an account. */
export const MAX_TALK_LINKS = 20;
/** Characters of a key: 256 random bits. */
const KEY_LENGTH = 43;
const key = z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${KEY_LENGTH}}$`));

export const newTalkLink = z.object({
  title: requiredText('name').describe('What is announced; the name of the broadcast.'),
  orgs: z
    .array(idSchema)
    .min(1, 'rules.selectOrg')
    .max(1000)
    .describe('Ids of the zones in which it is heard, with those below; they never change.'),
  minutes: z
    .number()
    .int()
    .min(talkLinkMinutes.min)
    .max(talkLinkMinutes.max)
    .default(talkLinkMinutes.usual)
    .describe('Minutes until it ends, also while the phone speaks.'),
  priority: z.number().int().min(0).max(100).default(50).describe(fieldText.priority),
  volume: z.number().int().min(0).max(100).nullable().default(null).describe(fieldText.volume),
});
export type NewTalkLink = z.output<typeof newTalkLink>;

/** `waiting`: no phone has opened it; `opened`: bound to a phone; `speaking`: on the air. */
export const talkLinkState = z.enum(['waiting', 'opened', 'speaking']);
export type TalkLinkState = z.output<typeof talkLinkState>;

/** Live row of the topic `talk_link`: links that have not ended. */
export const talkLinkRow = z.object({
  id: z.number().int().describe(fieldText.id),
  org: z.array(z.number().int()).describe('Ids of the zones in which it is heard, with those below.'),
  title: z.string().describe('What is announced.'),
  state: talkLinkState.describe(
    'State: `waiting` for a phone, `opened` by a phone, `speaking` while it is on the air.',
  ),
  made_by: z.string().describe('Name of the account that made it.'),
  priority: z.number().int().describe(fieldText.priority),
  volume: z.number().int().nullable().describe(fieldText.volume),
  created_at: z.number().int().describe(fieldText.created_at),
  expires_at: z.number().int().describe(fieldText.expires_at),
  opened_at: z.number().int().nullable().describe('When a phone opened it, epoch s; null: none has.'),
  broadcast_id: z.number().int().nullable().describe(fieldText.broadcast_id),
});
export interface TalkLinkLive extends z.output<typeof talkLinkRow>, Record<string, unknown> {}

/** Answer of `POST /v1/talk_link`. */
export const madeTalkLink = z.object({
  link: talkLinkRow.describe('The link.'),
  page: z
    .string()
    .describe('Path of its page with the key in the fragment; to be opened by HTTPS. It is told only once.'),
});
export type MadeTalkLink = z.output<typeof madeTalkLink>;

/** Body of the phone's requests. `phone`: random, made and kept by the phone. */
export const phoneKeys = z.object({
  key: key.describe('Key of the link, from the fragment of the page.'),
  phone: key.describe('Random key of the phone, which binds the link to it; 43 characters of base64url.'),
});
export type PhoneKeys = z.output<typeof phoneKeys>;

/** State of a link as its phone sees it. */
export const phoneLink = z.object({
  title: z.string().describe('What is announced.'),
  places: z.array(z.string()).describe('Names of the zones in which it is heard.'),
  terminals: z.number().int().describe('Number of terminals there.'),
  left_s: z.number().int().describe('Seconds until the link ends.'),
  site: z.string().describe('Name of the site; empty: none.'),
});
export type PhoneLink = z.output<typeof phoneLink>;
