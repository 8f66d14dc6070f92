const MAX_ORIGINAL = 255;
const MAX_TITLE = 100;

/**
 * Cleans the name of an uploaded file: no folders, control and direction characters; composed form (NFC;
 * macOS sends Korean decomposed); at most 255 characters.
 */
export function cleanName(name: string): string {
  const base = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  // A long name is cut before its extension.
  const [extension = ''] = /\.[^.]{1,8}$/u.exec(clean) ?? [];
  const stem = [...clean.slice(0, clean.length - extension.length)];
  return stem.slice(0, MAX_ORIGINAL - [...extension].length).join('') + extension || 'file';
}

/** Characters that a browser escapes in the name of an uploaded file (HTML, multipart/form-data encoding). */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * Original name of a file that a browser sent. Browsers escape three characters and not `%`, so the name of a
 * file on the disk that contains `%22` itself reads as a quotation mark.
 */
export const sentName = (name: string): string =>
  cleanName(name.replace(/%22|%0D|%0A/g, (escaped) => ESCAPED[escaped] ?? escaped));

/** Default name of a file: its original name without the extension. */
export function titleOf(originalName: string): string {
  const title = originalName.replace(/\.[^.]{1,8}$/u, '').trim() || originalName;
  return [...title].slice(0, MAX_TITLE).join('').trim();
}

/** `Content-Disposition` of a download in any script (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const CONTAINERS: readonly [RegExp, string][] = [
  [/^mp3$/, 'MP3'],
  [/^(wav|w64)$/, 'WAV'],
  [/^flac$/, 'FLAC'],
  [/^ogg$/, 'OGG'],
  [/^aac$/, 'AAC'],
  [/mp4|m4a/, 'M4A'],
  [/^aiff$/, 'AIFF'],
  [/^caf$/, 'CAF'],
  [/webm/, 'WebM'],
  [/^asf/, 'WMA'],
  [/^amr$/, 'AMR'],
];

/** Common name of a format, from FFmpeg's names of container and codec. */
export function formatName(container: string, codec: string): string {
  if (codec.includes('opus')) return 'Opus';
  return CONTAINERS.find(([pattern]) => pattern.test(container))?.[1] ?? container;
}

/** Name of an exported file: prefixed with the enterprise code, if the site has one. */
export function exportName(enterprise: string, name: string): string {
  return enterprise === '' ? name : `${enterprise} ${name}`;
}
