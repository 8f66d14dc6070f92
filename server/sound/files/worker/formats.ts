import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Allowed containers, as FFmpeg's demuxers. None of them opens other files or the network: no playlist, no
 * concat, no image sequence; external references of `mov` are off.
 */
export const DEMUXERS = 'mp3,aac,wav,w64,flac,ogg,mov,aiff,caf,matroska,asf,amr';
/** Allowed decoders; none of images or video. */
export const DECODERS = [
  'mp3float,mp3,mp2float,mp2,aac,aac_latm,alac,flac,vorbis,libvorbis,opus,libopus',
  'pcm_s16le,pcm_s24le,pcm_s32le,pcm_u8,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw',
  'pcm_s8,pcm_s16be,pcm_s24be,pcm_s32be,pcm_f32be,pcm_f64be',
  'adpcm_ms,adpcm_ima_wav,adpcm_ima_qt',
  // Formats of Windows, telephones and recorders.
  'wmav1,wmav2,wmapro,wmalossless,wmavoice,amrnb,amrwb,gsm_ms,g726,speex',
].join(',');

const ASF = '\x30\x26\xb2\x75\x8e\x66\xcf\x11';
const W64 = 'riff\x2e\x91\xcf\x11';
const EBML = '\x1a\x45\xdf\xa3';
const FILM_STARTS = ['FLV\x01', '\0\0\x01\xba'];
const STARTS = ['fLaC', 'OggS', 'ID3', 'caff', '#!AMR', W64, ASF, EBML];

/** Tells if the first bytes are those of an accepted format, so that a failure means "broken". */
export function looksLikeAudio(head: Buffer): boolean {
  const text = head.toString('latin1');
  if (/^(RIFF|RF64)....WAVE/s.test(text) || /^FORM....AIF[FC]/s.test(text)) return true;
  if (STARTS.some((start) => text.startsWith(start))) return true;
  return text.slice(4, 8) === 'ftyp' && /^(M4A|M4B|mp4|isom|iso\d|dash|f4a|3gp)/i.test(text.slice(8, 12));
}

/** Tells if the first bytes are those of a film whose container is not accepted: AVI, FLV, MPEG. */
export function looksLikeFilm(head: Buffer): boolean {
  const text = head.toString('latin1');
  return /^RIFF....AVI /s.test(text) || FILM_STARTS.some((start) => text.startsWith(start));
}

/** Reads up to `length` bytes of a file from `at`; fewer at its end. */
export function readAt(path: string, at: number, length: number): Buffer {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(fd, bytes, 0, length, at));
  } finally {
    closeSync(fd);
  }
}
