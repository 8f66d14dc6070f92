import { RELAY_TOKEN_S, type RelayForm, type RelayToken } from '../../../contract/entities/site/relay.ts';
import { makeToken, readToken } from '../../platform/machines/machineKeys.ts';

/** Token that was issued, and the relay that it is for. */
export interface IssuedToken extends RelayForm {
  digits: string;
  until: number;
}

/** One-time tokens with which relays join; in memory only, so that a restart ends them. */
export class RelayTokens {
  readonly #now: () => number;
  #tokens: IssuedToken[] = [];

  /** @param now epoch ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Tokens that are valid now. */
  get valid(): readonly IssuedToken[] {
    this.#tokens = this.#tokens.filter(({ until }) => until > this.#now());
    return this.#tokens;
  }

  /** Issues a token; it replaces the one before for the same name. */
  issue(form: RelayForm): RelayToken {
    const token = makeToken();
    const until = this.#now() + RELAY_TOKEN_S * 1000;
    this.#tokens = this.valid.filter(({ name }) => name !== form.name);
    this.#tokens.push({ ...form, digits: readToken(token) ?? '', until });
    return { token, until: Math.floor(until / 1000) };
  }

  use(token: IssuedToken): void {
    this.#tokens = this.#tokens.filter((one) => one !== token);
  }
}
