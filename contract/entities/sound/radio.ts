import { z } from 'zod';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { type RadioState, radioState } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';
import { defineEntity } from '../entity.ts';
import {
  type LibraryPlaces,
  libraryFilter,
  libraryGroups,
  libraryPatch,
  libraryRow,
  mediaGroupEntity,
  mediaName,
  ownerField,
} from './library.ts';

/** URL of an audio stream: HTTP with or without ICY, or HLS. The server restricts the allowed hosts. */
export const streamUrl = z
  .string()
  .trim()
  .min(1, ruleMessage('rules.required', { field: 'field.address' }))
  .max(2000, lengthMessage(2000))
  .refine((text) => {
    try {
      const { protocol, hostname } = new URL(text);
      return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
    } catch {
      return false;
    }
  }, 'rules.streamUrl');

/** Stored data of the last connection to a station. */
const known = {
  state: radioState.describe(`State: ${codes(meaningOf.radioState)}.`),
  error: z.string().nullable().describe('Message key of the reason of `fails`; null: none.'),
  codec: z.string().describe(fieldText.codec),
  bitrate: z.number().int().nullable().describe(fieldText.bitrate),
  station: z.string().describe('Name that the station gives itself; empty: none.'),
  tested_at: z.number().int().nullable().describe('Last test, epoch s; null: never.'),
};

/** Radio station. */
export const radioEntity = defineEntity({
  path: 'radio',
  key: 'radio',
  noun: {
    one: 'radio station',
    many: 'radio stations',
    about: 'A radio station is the address of a stream that broadcasts can play.',
    removal: 'A station that a task or a running broadcast uses cannot be deleted.',
    failures: {
      write: {
        badRequest: ['rules.streamUrl'],
        notFound: ['group.notFound'],
        forbidden: ['media.ofWholeSite'],
      },
      remove: {
        conflict: ['radio.inUse', 'common.inUse', 'common.inUseElsewhere'],
        forbidden: ['media.ofWholeSite'],
      },
    },
  },
  example: { name: 'News', radio_url: 'https://radio.example/news.mp3' },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    name: z.string().describe(fieldText.name),
    radio_url: z.string().describe(fieldText.radio_url),
    ...known,
    ...libraryRow,
    created_at: z.number().int().describe(fieldText.created_at),
    rev: z.number().int().describe(fieldText.rev),
  }),
  create: z.object({
    name: mediaName.describe(fieldText.name),
    radio_url: streamUrl.describe(fieldText.radio_url),
    ...libraryGroups,
    ...ownerField,
  }),
  patch: z.object({
    name: mediaName.optional().describe(fieldText.name),
    radio_url: streamUrl.optional().describe(fieldText.radio_url),
    ...libraryPatch,
  }),
  filter: z.object({
    ...libraryFilter,
    state: radioState.optional().describe(`State: ${codes(meaningOf.radioState)}.`),
  }),
  sortable: ['name', 'radio_url', 'codec', 'bitrate', 'station', 'tested_at', 'position', 'created_at'],
  searchable: ['name', 'radio_url', 'station'],
});
export type Radio = z.output<typeof radioEntity.row>;

export const radioGroupEntity = mediaGroupEntity('radio_group', 'radio_ids');

/** Live row of the `radio` topic. */
export interface RadioLive extends Record<string, unknown>, LibraryPlaces {
  id: number;
  org: number | null;
  state: RadioState;
  error: string | null;
  codec: string;
  bitrate: number | null;
  station: string;
  tested_at: number | null;
  /** Title that the station sends; empty: none, or not connected. */
  title: string;
  /** Number of broadcasts that play it now. */
  broadcasts: number;
  rev: number;
}

/** `POST /v1/radio/test`: tests a URL before it is saved. */
export const radioTest = z.object({ radio_url: streamUrl.describe(fieldText.radio_url) });
/** Result of a station test. `message`: the reason in the caller's language, empty when it works. */
export const radioTestResult = z.object({
  ok: z.boolean().describe('Whether sound came.'),
  message: z.string().describe('Reason in the language of the request; empty: it works.'),
  codec: z.string().describe(fieldText.codec),
  bitrate: z.number().int().nullable().describe(fieldText.bitrate),
  station: z.string().describe('Name that the station gives itself; empty: none.'),
  title: z.string().describe('Title that the station sends; empty: none.'),
});
export type RadioTestResult = z.output<typeof radioTestResult>;
