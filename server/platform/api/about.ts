import { errorCode, httpStatus } from '../../../contract/api/errors.ts';
import { generalFailures } from './general.ts';
import { failureLines } from './operation.ts';

const meaning: Record<keyof typeof errorCode, string> = {
  badRequest: 'the request is not what the operation takes; `value.fields` names the fields at fault',
  unauthorized: 'no token, or one that does not hold; log in',
  forbidden:
    'the right is missing, the thing lies partly outside the zones of the caller, or the account must choose another password first (`auth.passwordFirst`)',
  notFound: 'it does not exist, or lies outside the zones of the caller',
  conflict: 'somebody else changed it, it is in use, or its state forbids it',
  tooLarge: 'body or file is too large',
  unavailable:
    'the database is away and the server runs from its snapshot, or what was done is not kept safe everywhere',
  keyReused: 'the `Idempotency-Key` was sent before with other content',
  underWay: 'the same request is still under way; send it again later, with its key',
  outcomeUnknown:
    'the database was lost during the commit; send it again with its key to learn what came of it',
  answerLost: 'it was carried out, wholly or in part, and its answer is no longer known',
  tooMany: 'too many requests; `value.retryAfter` and the header `retry-after` say how long to wait, s',
  loginExpired:
    'the session has expired, nothing was done in it for long (`auth.idleEnded`), or its token was sent by plain HTTP and the site is reached by HTTPS only (`auth.httpsOnly`); log in',
  refused: 'refused for a reason that a person can read in `message`',
};

const codeLines = Object.entries(errorCode).map(
  ([name, code]) =>
    `- ${code}${httpStatus(code) === code ? '' : ` (HTTP ${httpStatus(code)})`}: ${meaning[name as keyof typeof errorCode]}`,
);

/** Description of the whole API, to be read before an operation is used. */
export const aboutApi = `API of the Tocsin public-address server.

**Login.** \`POST /v1/login\` gives a token; send it in the header \`access_token\` of every other call. \`x-access\` names
the permission keys of which a call needs one; with \`x-site-wide\` the account needs all zones as well. Operations with
the access \`ticket\` take a \`ticket\` in the query instead, so that a browser can fetch a file.

**First password.** While the profile says \`must_change_password\`, only the operations with the access \`first_login\` are
allowed: the profile, \`POST /v1/profile/password\` and \`POST /v1/logout\`. All others, tickets and sockets too, are refused with
403 \`auth.passwordFirst\`. Make accounts for programs without it.

**HTTPS.** A site may be reached by HTTPS only (\`https_only\` of the system configuration). Then operations are refused over
plain HTTP with 403 \`common.httpsOnly\`, those that need no login too, except \`GET /v1/origin\`, which names the port of HTTPS.

**Language.** The header \`lang\` (\`cn\`, \`en\`, \`kr\`; without it \`cn\`) chooses the language of messages.

**Envelope.** Every answer is \`{code, message, value}\`; \`code\` is 200 on success. A failure has the \`key\` of its message
too, which does not depend on the language. Codes:
${codeLines.join('\n')}

An operation lists its own failures. Any operation may have these besides, as far as it needs a login, takes a body, names a
thing or changes something:
${failureLines(generalFailures).join('\n')}

A 400 whose \`value.fields\` names fields may have the key of the rule that a field breaks instead.

**Lists.** \`page\` (from 1) and \`limit\` (at most 1,000) page a list; \`sort\` is a field, \`-field\` descends; \`q\` searches;
further parameters filter by the field of their name. \`total\` is exact up to 10,000 and then an estimate. Logs are paged
by key instead: the \`next\` of one page is the \`before\` of the following one, null at the end.

**Revisions.** Rows have a \`rev\`. A change that sends it is refused with 409 \`common.conflict\` if somebody changed the row
since it was read; without it the last writer wins.

**Batches.** A batch answers 200 with a result for each id (\`id\`, \`ok\`, \`code\`, \`message\`); one that fails does not hold the
others back.

**Repeats.** A request that changes something may have a header \`Idempotency-Key\`, of 1 to 200 printable characters
without spaces and made by chance, such as a UUID. Without an answer, or after codes 995 and 996, send it again with the same
key: it is done once, and its answer is repeated for 24 hours, with the header \`Idempotent-Replayed\`. Keys belong to the account and the operation. Other content
under the same key is refused (994). A request that was refused before anything was done may be sent again with its key.
Operations that take no key do not name the header.

**Limits.** 200 requests a second from one address, then 429. JSON bodies of 1 MiB, 16 KiB where no login is needed.

**Times.** Epoch seconds or milliseconds as each field says. Dates (YYYY-MM-DD) and times of day (HH:MM:SS) are those of
the time zone of the site, which \`GET /v1/clock\` names.

**Live data.** \`POST /v1/socket/ticket\` opens a WebSocket with topics of live rows: terminals, broadcasts, alarms,
faults and lists (docs/protocols/integrations.md).`;
