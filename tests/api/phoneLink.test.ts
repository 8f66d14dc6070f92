import { describe, expect, it } from 'vitest';
import { linkKey, phoneKey } from '../../src/api/phoneLink.ts';
import { isLoopback, phoneAddress } from '../../src/views/shared/talkLinks/phoneAddress.ts';

const key = 'A'.repeat(43);

describe('the keys of a phone', () => {
  it('reads the key of the link from the fragment only if it can be one', () => {
    expect(linkKey(`#${key}`)).toBe(key);
    for (const hash of ['', '#', `#${key}A`, `#${key.slice(1)}`, `#${key.slice(1)}/`])
      expect(linkKey(hash)).toBeNull();
  });

  it('makes a random key for the phone once, and replaces one that is damaged', () => {
    const held = new Map<string, string>();
    const storage = {
      getItem: (name: string) => held.get(name) ?? null,
      setItem: (name: string, value: string) => void held.set(name, value),
    };
    const first = phoneKey(storage);
    expect(linkKey(first)).toBe(first);
    expect(phoneKey(storage)).toBe(first);
    held.set('talk.phone', 'damaged');
    expect(phoneKey(storage)).not.toBe('damaged');
  });
});

describe('the address in the QR code', () => {
  it('is HTTPS at the host of the console, without the usual port', () => {
    const at = (hostname: string, port: number) => phoneAddress({ hostname }, port, `/talk/#${key}`);
    expect(at('pa.school', 8443)).toBe(`https://pa.school:8443/talk/#${key}`);
    expect(at('pa.school', 443)).toBe(`https://pa.school/talk/#${key}`);
    expect(at('fd00::1', 443)).toBe(`https://[fd00::1]/talk/#${key}`);
  });

  it('leads a phone to itself if the console was opened on the machine of the server', () => {
    for (const name of ['localhost', '127.0.0.1', '::1', '[::1]']) expect(isLoopback(name)).toBe(true);
    for (const name of ['pa.school', '192.168.1.10', 'localhost.example'])
      expect(isLoopback(name)).toBe(false);
  });
});
