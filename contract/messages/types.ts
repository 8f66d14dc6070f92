import type { Texts } from '../language.ts';

/** Message texts by key; `{name}` in a text is replaced by the parameter of that name. */
export type Messages = Record<string, Texts>;
