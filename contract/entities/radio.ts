import { z } from 'zod';
import { ruleMessage } from '../ruleMessage.ts';
import { defineEntity } from './entity.ts';
import { mediaGroupEntity, mediaName, ownerField, shelfFilter, shelfPatch, shelfRow } from './shelf.ts';

/** An address of sound: HTTP with or without ICY, or HLS. Which machines it may name, the server decides. */
export const streamUrl = z
  .string()
  .trim()
  .min(1, ruleMessage('rules.required', { field: 'field.address' }))
  .max(2000)
  .refine((text) => {
    try {
      const { protocol, hostname } = new URL(text);
      return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
    } catch {
      return false;
    }
  }, 'rules.streamUrl');

/**
 * Whether a station can be heard: never tried · being tried · worked when it was last tried · did not. Why not is in
 * `error`.
 */
export const radioState = z.enum(['untested', 'testing', 'works', 'fails']);

/** What is known of a station from its last connection; the part that is stored. */
const known = {
  state: radioState,
  /** Message key of the reason when it fails. */
  error: z.string().nullable(),
  /** `MP3`, `AAC`, `Opus`, …; empty: not known. */
  codec: z.string(),
  /** kbit/s, as the station says or its stream does; null: not known. */
  bitrate: z.number().int().nullable(),
  /** What the station calls itself. */
  station: z.string(),
  /** Epoch seconds of the last time it was found to work or not. */
  tested_at: z.number().int().nullable(),
};

/** Radio station (spec 3). */
export const radioEntity = defineEntity({
  path: 'radio',
  key: 'radio',
  row: z.object({
    id: z.number().int(),
    name: z.string(),
    radio_url: z.string(),
    ...known,
    ...shelfRow,
    created_at: z.number().int(),
    rev: z.number().int(),
  }),
  create: z.object({ name: mediaName, radio_url: streamUrl, group_id: shelfPatch.group_id, ...ownerField }),
  patch: z.object({ name: mediaName.optional(), radio_url: streamUrl.optional(), ...shelfPatch }),
  filter: z.object({ ...shelfFilter, state: radioState.optional() }),
  sortable: ['name', 'radio_url', 'codec', 'bitrate', 'station', 'tested_at', 'position', 'created_at'],
  searchable: ['name', 'radio_url', 'station'],
});
export type Radio = z.output<typeof radioEntity.row>;
export type RadioState = z.output<typeof radioState>;

export const radioGroupEntity = mediaGroupEntity('radio_group');

/** Live row of the `radio` topic. */
export interface RadioLive extends Record<string, unknown> {
  id: number;
  org: number | null;
  group_id: number | null;
  position: number;
  state: RadioState;
  error: string | null;
  codec: string;
  bitrate: number | null;
  station: string;
  tested_at: number | null;
  /** What the station says is playing; empty: nothing, or it is not connected. */
  title: string;
  /** Broadcasts that play it now. */
  broadcasts: number;
  rev: number;
}

/** `POST /v1/radio/test`: an address before it is saved. */
export const radioTest = z.object({ radio_url: streamUrl });
/** What came of trying a station. `message`: the reason in the caller's language, empty when it works. */
export const radioTestResult = z.object({
  ok: z.boolean(),
  message: z.string(),
  codec: z.string(),
  bitrate: z.number().int().nullable(),
  station: z.string(),
  title: z.string(),
});
export type RadioTestResult = z.output<typeof radioTestResult>;
