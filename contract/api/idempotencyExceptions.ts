/** Writing operations without an idempotency key, by method and path, each with its reason. */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [/^POST \/v1\/(login|logout)$/, 'A login begins or ends, and the response belongs to the present caller.'],
  [
    /^POST \/v1\/(?!plan\/).*\/(upload|import)$/,
    'An upload is as long as a file, and is compared by its content.',
  ],
  [/^PUT \/v1\/sys\/image\/[^/]+$/, 'An upload; it puts the same picture in the same place.'],
  [
    /^POST \/v1\/.*\/ticket$/,
    'A ticket is valid for minutes, in memory, and a repeated request needs a new one.',
  ],
  [/^POST \/v1\/.*\/(dry_run|check)$/, 'Nothing is changed.'],
  [
    /^POST \/v1\/(tts|talk|linkage_task)\/preview$/,
    'Nothing is changed but a sound that is made if there is none.',
  ],
  [
    /^POST \/v1\/talk_link\/open$/,
    'No account calls it, and a phone that opens its link again changes nothing.',
  ],
  [
    /^POST \/v1\/integration\/[^/]+\/(trigger|cap)$/,
    'No account calls it; its messages bear names of their own, and count once.',
  ],
];

/** Reason why a writing operation takes no key; undefined: it takes one. `url`: a path or its pattern. */
export const exceptionOf = (method: string, url: string): string | undefined =>
  exceptions.find(([route]) => route.test(`${method} ${url}`))?.[1];
