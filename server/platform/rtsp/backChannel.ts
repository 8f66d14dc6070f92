import type { RtspConnection, RtspResponse } from './rtspConnection.ts';

/** Feature that a client requires to be offered a back channel (ONVIF Streaming Specification, back channel). */
export const BACK_CHANNEL = 'www.onvif.org/ver20/backchannel';

/** Back channel of a stream: media that the client sends. */
export interface BackChannel {
  /** Address for SETUP. */
  control: string;
  /** Its formats in the order of the server: payload type and name, such as `PCMU/8000`. */
  formats: { payloadType: number; rtpmap: string }[];
}

const MAX_LINES = 500;
/** Names of the payload types of RFC 3551 that need no `a=rtpmap`. */
const fixed: Readonly<Record<string, string>> = { 0: 'PCMU/8000', 8: 'PCMA/8000', 9: 'G722/8000' };

/** Address of a control attribute relative to that of the stream. */
function controlOf(base: string, control: string): string {
  if (/^rtsps?:\/\//i.test(control)) return control;
  if (control === '' || control === '*') return base;
  return `${base.replace(/\/$/, '')}/${control.replace(/^\//, '')}`;
}

/** Finds the back channel in a description (SDP); null: it has none. @param base address of the stream */
export function backChannelOf(sdp: string, base: string): BackChannel | null {
  const parts = sdp.split(/\r?\n/, MAX_LINES).reduce<string[][]>((all, line) => {
    if (line.startsWith('m=')) all.push([line]);
    else all.at(-1)?.push(line);
    return all;
  }, []);
  const media = parts.find(
    ([head = '', ...lines]) => head.startsWith('m=audio ') && lines.includes('a=sendonly'),
  );
  const [head = '', ...lines] = media ?? [];
  const [, types] = /^m=audio \d+ RTP\/AVPF? ([\d ]+)$/.exec(head.trim()) ?? [];
  if (types === undefined) return null;
  const names = new Map<string, string>(Object.entries(fixed));
  let control = '';
  for (const line of lines) {
    const [, type, name] = /^a=rtpmap:(\d{1,3}) (\S+)/.exec(line) ?? [];
    if (type !== undefined && name !== undefined) names.set(type, name);
    else if (line.startsWith('a=control:')) control = line.slice('a=control:'.length).trim();
  }
  const formats = types
    .trim()
    .split(/ +/)
    .flatMap((type) => {
      const rtpmap = names.get(type);
      return rtpmap === undefined || Number(type) > 127 ? [] : [{ payloadType: Number(type), rtpmap }];
    });
  return { control: controlOf(base, control), formats };
}

/** Asks for the description of a stream with its back channel. @throws Error without an answer */
export async function describeStream(
  connection: RtspConnection,
  url: string,
): Promise<{ response: RtspResponse; channel: BackChannel | null }> {
  const response = await connection.request('DESCRIBE', url, {
    Accept: 'application/sdp',
    Require: BACK_CHANNEL,
  });
  const base = response.header('content-base') ?? response.header('content-location') ?? url;
  return { response, channel: response.status === 200 ? backChannelOf(response.body, base.trim()) : null };
}
