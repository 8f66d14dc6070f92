import { noTokenTexts, sessionStorageKeys, tokenCookie } from '../../contract/constants.ts';
import { type Profile, profile } from '../../contract/entities/site/session.ts';

/** The part of `Storage` that is used. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Cookies of the page: reads the whole string of `document.cookie`, and sets one cookie. */
export interface Cookies {
  read(): string;
  write(cookie: string): void;
}

export interface SessionStore {
  /**
   * Token of this tab. It is read once, so that a login in another tab does not change the account of this
   * one.
   */
  token(): string | null;
  user(): Profile | null;
  save(token: string, user: Profile, role: string): void;
  saveUser(user: Profile): void;
  clear(): void;
}

/** Creates the storage of a login: cookie TOKEN, and loginUser and own_role in the session storage. */
export function createSessionStore(deps: {
  cookies: Cookies;
  sessionStorage: KeyValue;
  isSecure: boolean;
}): SessionStore {
  const { cookies, sessionStorage } = deps;
  let token = readToken(cookies.read());

  function writeToken(value: string): void {
    const secure = deps.isSecure ? '; Secure' : '';
    cookies.write(`${tokenCookie}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}`);
  }

  function saveUser(user: Profile): void {
    // Parsing removes fields that are not part of the profile, above all the token.
    sessionStorage.setItem(sessionStorageKeys.loginUser, JSON.stringify(profile.parse(user)));
  }

  return {
    token: () => token,
    user: () => readUser(sessionStorage.getItem(sessionStorageKeys.loginUser)),
    save(newToken, user, role) {
      token = newToken;
      writeToken(newToken);
      saveUser(user);
      sessionStorage.setItem(sessionStorageKeys.role, role);
    },
    saveUser,
    clear() {
      token = null;
      // A logout sets the cookie to the text null.
      writeToken('null');
      sessionStorage.removeItem(sessionStorageKeys.loginUser);
      sessionStorage.removeItem(sessionStorageKeys.role);
    },
  };
}

/** Reads the token from a cookie string; the texts null and undefined count as none. */
export function readToken(cookies: string): string | null {
  for (const pair of cookies.split(';')) {
    const [name, ...rest] = pair.trim().split('=');
    if (name !== tokenCookie) continue;
    const value = decode(rest.join('='));
    return (noTokenTexts as readonly string[]).includes(value) ? null : value;
  }
  return null;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Reads the stored user. One that does not parse (damaged, or of an older version) counts as none. */
function readUser(text: string | null): Profile | null {
  if (text === null) return null;
  try {
    return profile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
