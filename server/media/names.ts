const MAX_ORIGINAL = 255;
const MAX_TITLE = 100;

/**
 * The name of an uploaded file as it is kept and shown: without folders, control and direction characters, in
 * the composed form (macOS sends Korean in single letters), at most 255 characters.
 */
export function cleanName(name: string): string {
  const base = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  // Cut in front of what says which program opens it.
  const [extension = ''] = /\.[^.]{1,8}$/u.exec(clean) ?? [];
  const stem = [...clean.slice(0, clean.length - extension.length)];
  return stem.slice(0, MAX_ORIGINAL - [...extension].length).join('') + extension || 'file';
}

/** What a file is called at first: its original name without the extension. */
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

/** What people call a format, from FFmpeg's names of container and codec. */
export function formatName(container: string, codec: string): string {
  if (codec.includes('opus')) return 'Opus';
  return CONTAINERS.find(([pattern]) => pattern.test(container))?.[1] ?? container;
}

/** Name of an export: behind the enterprise code, where the site has one (design 11). */
export function exportName(enterprise: string, name: string): string {
  return enterprise === '' ? name : `${enterprise} ${name}`;
}
