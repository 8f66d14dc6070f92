import { MAX_UNKNOWN_BYTES } from '../../../../contract/protocol/frames.ts';
import { FRAME_SPEECH } from '../../../../contract/protocol/speech.ts';
import {
  FRAME_AUDIO,
  type FromTerminal,
  fromTerminal,
  fromTerminalTypes,
  PROTOCOL_VERSION,
} from '../../../../contract/protocol/terminal.ts';

type Garbage = { refused: 'garbage'; detail: string };
/**
 * Message of an unknown type, perhaps of a later protocol version; `detail` is for a terminal that must not
 * send it.
 */
type Unknown = { unknown: string; detail: string };

/** Result of parsing a text frame; `detail` is for the developer of the terminal. */
export type Parsed = { message: FromTerminal } | Unknown | { refused: 'protocol' } | Garbage;

const DETAIL_LENGTH = 200;

/**
 * Parses a text frame: a message, one of an unknown type, a hello of another protocol version, or an error.
 */
export function parseMessage(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refused: 'garbage', detail: 'not JSON' };
  }
  const checked = fromTerminal.safeParse(value);
  if (checked.success) return { message: checked.data };
  const { type, protocol } = (value ?? {}) as { type?: unknown; protocol?: unknown };
  if (type === 'hello' && protocol !== PROTOCOL_VERSION) return { refused: 'protocol' };
  const [issue] = checked.error.issues;
  const where = [typeof type === 'string' ? type : '', ...(issue?.path ?? [])].filter((part) => part !== '');
  const detail = `${where.join('.')}: ${issue?.message ?? 'invalid'}`.slice(0, DETAIL_LENGTH);
  const isUnknown = typeof type === 'string' && type !== '' && !fromTerminalTypes.has(type);
  return isUnknown && text.length <= MAX_UNKNOWN_BYTES
    ? { unknown: type, detail }
    : { refused: 'garbage', detail };
}

const noSound: Garbage = { refused: 'garbage', detail: 'no live sound of a granted stream' };

/**
 * Classifies a binary frame that is neither live sound nor synthesised speech: it may belong to a later
 * protocol version.
 */
export function judgeBytes(bytes: Uint8Array): Unknown | Garbage {
  const [kind] = bytes;
  const isKnown = kind === undefined || kind === 0 || kind === FRAME_AUDIO || kind === FRAME_SPEECH;
  return isKnown || bytes.byteLength > MAX_UNKNOWN_BYTES
    ? noSound
    : { unknown: `binary ${kind}`, detail: noSound.detail };
}
