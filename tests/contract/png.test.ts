import { describe, expect, it } from 'vitest';
import { siteImageFault } from '../../contract/entities/site/siteImage.ts';
import { rawBytesOf, readPng } from '../../contract/rules/png.ts';
import { makePng } from '../support/png.ts';

describe('uploaded pictures', () => {
  it('a logo is a PNG of 3:1, length to width', () => {
    expect(siteImageFault('logo', makePng(300, 100))).toBeNull();
    expect(siteImageFault('logo_dark', makePng(301, 100))).toBeNull();
    expect(siteImageFault('logo', makePng(200, 160))).toEqual({ key: 'common.logoRatio', params: {} });
  });

  it('a background has any ratio', () => {
    expect(siteImageFault('shell', makePng(200, 160))).toBeNull();
  });

  it('refuses content that is not PNG, whatever the file name', () => {
    const whole = makePng(30, 10);
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, ...whole.subarray(4));
    const script = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const behind = Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]);
    for (const file of [
      jpeg,
      script,
      behind,
      whole.subarray(0, 40),
      whole.subarray(0, 8),
      whole.subarray(0, whole.length - 1),
      new Uint8Array(),
    ])
      expect(siteImageFault('login', file)).toEqual({ key: 'common.pngOnly', params: {} });
  });

  it('too many bytes or pixels are refused before anything is unpacked', () => {
    const wide = makePng(5_000, 1);
    expect(siteImageFault('login', wide)?.key).toBe('common.tooLarge');
    const long = Buffer.concat([makePng(30, 10), Buffer.alloc(1_048_576)]);
    expect(siteImageFault('logo', long)).toEqual({ key: 'common.tooLarge', params: { limit: '1 MiB' } });
  });

  it('knows how many bytes the pixels are, interlaced too', () => {
    const plain = readPng(makePng(10, 7));
    const woven = readPng(makePng(10, 7, { interlace: 1 }));
    expect(plain && rawBytesOf(plain)).toBe(7 * 31);
    // Passes of 2×1, 1×1, 3×1, 2×2, 5×2, 5×4 and 10×3 pixels.
    expect(woven && rawBytesOf(woven)).toBe(1 * 7 + 1 * 4 + 1 * 10 + 2 * 7 + 2 * 16 + 4 * 16 + 3 * 31);
  });
});
