/** SIP address (RFC 3261, 19.1) as far as a user agent needs it. */
export interface SipUri {
  scheme: 'sip' | 'sips';
  /** Empty: none. */
  user: string;
  /** Name or address, without the brackets of IPv6. */
  host: string;
  /** Null: that of the protocol. */
  port: number | null;
  /** Parameters with names in lower case. */
  params: ReadonlyMap<string, string>;
}

const FORM =
  /^(sips?):(?:([^@\s<>]*)@)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?((?:;[^\s?<>]*)?)(?:\?\S*)?$/i;
const LAST_PORT = 65_535;

/** Parses `;name=value` parameters; names in lower case, quotes removed. */
export function parseParams(text: string): Map<string, string> {
  const params = new Map<string, string>();
  for (const [, name = '', quoted, plain] of text.matchAll(
    /;\s*([^\s;=,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,\s]*)))?/g,
  ))
    params.set(name.toLowerCase(), quoted ?? plain ?? '');
  return params;
}

/** Parses an address; null: it is none. */
export function parseUri(text: string): SipUri | null {
  const [whole, scheme = '', user = '', host = '', port, params = ''] = FORM.exec(text) ?? [];
  if (whole === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > LAST_PORT) return null;
  return {
    scheme: scheme.toLowerCase() as 'sip' | 'sips',
    user,
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? null : Number(port),
    params: parseParams(params),
  };
}

/** Header value with an address: `"Name" <sip:a@b>;tag=c` or `sip:a@b;tag=c`. */
export interface NameAddress {
  uri: string;
  params: ReadonlyMap<string, string>;
}

/** Parses the value of From, To, Contact or Route; null: it has no address. */
export function parseNameAddress(value: string): NameAddress | null {
  const bracketed = /^\s*(?:"(?:[^"\\]|\\.)*"|[^"<]*)\s*<([^<>\s]+)>(.*)$/s.exec(value);
  if (bracketed !== null) return { uri: bracketed[1] ?? '', params: parseParams(bracketed[2] ?? '') };
  const [, uri, rest = ''] = /^\s*([a-z][a-z0-9+.-]*:[^\s;,<>"]+)(.*)$/is.exec(value) ?? [];
  return uri === undefined ? null : { uri, params: parseParams(rest) };
}
