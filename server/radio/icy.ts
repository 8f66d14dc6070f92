/** Longest title that is shown, characters. */
const MAX_TITLE = 200;

/**
 * Two Chinese characters of GB 2312 or more in a row, and nothing above ASCII that stands alone, as the letters of
 * Europe do. Bytes as Latin-1.
 */
const CHINESE = /^(?=.*(?:[\xb0-\xf7][\xa1-\xfe]){2})(?:\p{ASCII}|[\xa1-\xf7][\xa1-\xfe])*$/su;

/** UTF-8 if it is, else what old stations send: of China in GBK, of others in Windows-1252. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isChinese = CHINESE.test(Buffer.from(bytes).toString('latin1'));
    return new TextDecoder(isChinese ? 'gb18030' : 'windows-1252').decode(bytes);
  }
}
const short = (text: string) => [...text.replace(/\p{Cc}/gu, ' ').trim()].slice(0, MAX_TITLE).join('');

/** A header in which a station speaks of itself: Node reads headers as Latin-1, stations write UTF-8. */
export function headerText(header: string | string[] | undefined): string {
  return header === undefined ? '' : short(decoded(Buffer.from(String(header), 'latin1')));
}

/** What a block of ICY metadata says is playing; null if it says nothing about it. */
export function titleOf(block: Uint8Array): string | null {
  const end = block.indexOf(0);
  const text = decoded(block.subarray(0, end < 0 ? block.length : end));
  const [, title] = /StreamTitle='(.*?)';/s.exec(text) ?? [];
  return title === undefined ? null : short(title);
}

/**
 * Takes the metadata out of an ICY stream: after every `interval` bytes of sound there is a byte that counts blocks of 16
 * bytes, and as many of those. @param onTitle hears what plays, whenever the station says it
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
