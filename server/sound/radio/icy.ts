/** Longest title shown, characters. */
const MAX_TITLE = 200;

/**
 * Matches GB 2312 text: at least two Chinese characters in a row, and no single byte above ASCII, as European
 * letters would be. Bytes as Latin-1.
 */
const CHINESE = /^(?=.*(?:[\xb0-\xf7][\xa1-\xfe]){2})(?:\p{ASCII}|[\xa1-\xf7][\xa1-\xfe])*$/su;

/**
 * Decodes as UTF-8 if valid, else in the encodings of old stations: GBK for Chinese text, Windows-1252 for
 * other text.
 */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isChinese = CHINESE.test(Buffer.from(bytes).toString('latin1'));
    return new TextDecoder(isChinese ? 'gb18030' : 'windows-1252').decode(bytes);
  }
}
const short = (text: string) => [...text.replace(/\p{Cc}/gu, ' ').trim()].slice(0, MAX_TITLE).join('');

/** Decodes an ICY header of a station: Node reads headers as Latin-1, stations write UTF-8. */
export function headerText(header: string | string[] | undefined): string {
  return header === undefined ? '' : short(decoded(Buffer.from(String(header), 'latin1')));
}

/** Parses the title in a block of ICY metadata; null if it has none. */
export function titleOf(block: Uint8Array): string | null {
  const end = block.indexOf(0);
  const text = decoded(block.subarray(0, end < 0 ? block.length : end));
  const [, title] = /StreamTitle='(.*?)';/s.exec(text) ?? [];
  return title === undefined ? null : short(title);
}

/**
 * Removes the metadata from an ICY stream: after every `interval` bytes of sound a byte gives the number of
 * 16-byte blocks of metadata that follow.
 * @param onTitle called with each title
 */
export function icySplitter(interval: number, onTitle: (title: string) => void): (chunk: Buffer) => Buffer[] {
  let soundLeft = interval;
  let block: { bytes: Buffer; filled: number } | null = null;
  return (chunk) => {
    const sound: Buffer[] = [];
    for (let at = 0; at < chunk.length; ) {
      if (block !== null) {
        const n = chunk.copy(block.bytes, block.filled, at);
        block.filled += n;
        at += n;
        if (block.filled < block.bytes.length) break;
        const title = titleOf(block.bytes);
        if (title !== null) onTitle(title);
        block = null;
        soundLeft = interval;
      } else if (soundLeft > 0) {
        const part = chunk.subarray(at, at + soundLeft);
        sound.push(part);
        soundLeft -= part.length;
        at += part.length;
      } else {
        const length = (chunk[at] ?? 0) * 16;
        at++;
        if (length > 0) block = { bytes: Buffer.alloc(length), filled: 0 };
        else soundLeft = interval;
      }
    }
    return sound;
  };
}
