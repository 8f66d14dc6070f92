import type { Language } from '../language.ts';
import { accountMessages } from '../messages/account.messages.ts';
import { alarmMessages } from '../messages/alarm.messages.ts';
import { authMessages } from '../messages/auth.messages.ts';
import { backupMessages } from '../messages/backup.messages.ts';
import { broadcastMessages } from '../messages/broadcast.messages.ts';
import { callMessages } from '../messages/call.messages.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { fieldMessages } from '../messages/field.messages.ts';
import { groupMessages } from '../messages/group.messages.ts';
import { integrationMessages } from '../messages/integration.messages.ts';
import {
  nodeMessages,
  pairMessages,
  relayConsoleMessages,
  relayMessages,
} from '../messages/machine.messages.ts';
import { mediaMessages } from '../messages/media.messages.ts';
import { radioMessages } from '../messages/radio.messages.ts';
import { repeatMessages } from '../messages/repeat.messages.ts';
import { ruleMessages } from '../messages/rules.messages.ts';
import { sampleMessages } from '../messages/sample.messages.ts';
import { scheduleMessages } from '../messages/schedule.messages.ts';
import { sitePlanMessages } from '../messages/sitePlan.messages.ts';
import { talkMessages } from '../messages/talk.messages.ts';
import { terminalMessages } from '../messages/terminal.messages.ts';
import { terminalRoleMessages } from '../messages/terminalRole.messages.ts';
import { transferMessages } from '../messages/transfer.messages.ts';
import { upgradeMessages } from '../messages/upgrade.messages.ts';
import { zoneMessages } from '../messages/zone.messages.ts';

/** Every text that the server sends, in three languages. One file per area; keys start with the area's name. */
export const messages = {
  ...accountMessages,
  ...alarmMessages,
  ...authMessages,
  ...backupMessages,
  ...broadcastMessages,
  ...callMessages,
  ...commonMessages,
  ...fieldMessages,
  ...groupMessages,
  ...integrationMessages,
  ...mediaMessages,
  ...nodeMessages,
  ...pairMessages,
  ...relayConsoleMessages,
  ...relayMessages,
  ...radioMessages,
  ...repeatMessages,
  ...ruleMessages,
  ...sampleMessages,
  ...scheduleMessages,
  ...sitePlanMessages,
  ...talkMessages,
  ...terminalMessages,
  ...terminalRoleMessages,
  ...transferMessages,
  ...upgradeMessages,
  ...zoneMessages,
} as const;
export type MessageKey = keyof typeof messages;

/** Values for the `{name}` places of a text. A value that is itself a message key (`field.name`) is translated. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** Tells whether a string from outside is a key of the catalogue. */
export function isMessageKey(value: unknown): value is MessageKey {
  return typeof value === 'string' && Object.hasOwn(messages, value);
}

/** The text of a message in a language, its places filled; a place without a value stays as written. */
export function messageText(key: MessageKey, language: Language, params: MessageParams = {}): string {
  return messages[key][language].replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return place;
    return isMessageKey(value) ? messages[value][language] : String(value);
  });
}

/** Codes of the response body. 500 is only ever made in the console. */
export const errorCode = {
  badRequest: 400,
  /** Code of a request without a valid login: the console logs out. */
  unauthorized: 401,
  /** The login lacks the permission: the console shows the message and stays on the page. */
  forbidden: 403,
  /** The item does not exist or lies outside the zones of the login. */
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  /** The database or part of the durable storage is unavailable. No 5xx: the server itself works. */
  unavailable: 993,
  /** The idempotency key was sent before with another request. */
  keyReused: 994,
  /** The first request with this idempotency key has not finished; the client sends it again later. */
  underWay: 995,
  /**
   * The connection to the database was lost during the commit, so the outcome is not known yet; the client sends it
   * again with its key.
   */
  outcomeUnknown: 996,
  /** The request was carried out, at least in part, and its answer was not stored. */
  answerLost: 997,
  /** Login expired: the console logs out with the login-failed text. */
  loginExpired: 998,
  /** A refusal whose message the console shows. */
  refused: 999,
} as const;
export type ErrorCode = (typeof errorCode)[keyof typeof errorCode];

/** Code of the checks that the console makes itself before a call. */
export const localErrorCode = 500;

/** HTTP status of a body code: the code itself, but 993 to 997 go out as 409, 998 as 401 and 999 as 400. */
export function httpStatus(code: ErrorCode): number {
  if (code >= errorCode.unavailable && code <= errorCode.answerLost) return 409;
  if (code === errorCode.loginExpired) return 401;
  if (code === errorCode.refused) return 400;
  return code;
}

/** Fault of one field of a request; `path` is dotted, e.g. `files.0.name`. */
export interface FieldFault {
  path: string;
  key: MessageKey;
  params?: MessageParams;
}

/** A field fault as sent, with its text in the caller's language. */
export interface FieldError {
  path: string;
  key: MessageKey;
  message: string;
}

/** Details of an error beside its message: the fields at fault, the seconds to wait. */
export interface ErrorDetails {
  fields?: readonly FieldFault[];
  retryAfter?: number;
}

/** Body of every error response: the envelope and the message's key. */
export interface ApiErrorBody {
  code: ErrorCode;
  message: string;
  key: MessageKey;
  value: { fields?: FieldError[]; retryAfter?: number } | null;
}

/** A failure with its code, thrown once and mapped once at the boundary by `errorBody`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly key: MessageKey;
  readonly params: MessageParams;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, key: MessageKey, params: MessageParams = {}, details: ErrorDetails = {}) {
    super(messageText(key, 'en', params));
    this.name = 'AppError';
    this.code = code;
    this.key = key;
    this.params = params;
    this.details = details;
  }
}

/** The body of an error response in a language. `value` is null where there are no details. */
export function errorBody(error: AppError, language: Language): ApiErrorBody {
  const { fields, retryAfter } = error.details;
  const value: ApiErrorBody['value'] = {};
  if (fields)
    value.fields = fields.map(({ path, key, params }) => ({
      path,
      key,
      message: messageText(key, language, params),
    }));
  if (retryAfter !== undefined) value.retryAfter = retryAfter;
  return {
    code: error.code,
    message: messageText(error.key, language, error.params),
    key: error.key,
    value: fields || retryAfter !== undefined ? value : null,
  };
}
