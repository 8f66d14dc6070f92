import { loudspeakerPassword } from '../../../../contract/entities/terminals/connected/connectedFields.ts';
import {
  addressesOf,
  type ForeignTransport,
  foreignTransport,
  isConnected,
  isMulticast,
  streamKey,
} from '../../../../contract/entities/terminals/foreign.ts';
import { defaultSipTransport } from '../../../../contract/entities/terminals/sipTransport.ts';
import { keepsPassword } from '../../../site/foreign/loudspeakerPassword.ts';
import { transportOf } from '../../../site/foreign/transportOf.ts';
import type { Directory } from '../../../site/terminals/directory.ts';
import type { TerminalRow } from '../../../site/terminals/terminal.repository.ts';
import type { InputRow } from '../columns.ts';
import { numberOf } from '../numberOf.ts';
import type { Report } from '../report.ts';
import { connectedCell, isConnectedCell, parsedConnected } from './connectedCells.ts';
import { multicastCell, parsedMulticast } from './multicastCells.ts';

/** Column and setting: the transport to a loudspeaker of another make, as an address (docs/rules/foreign-loudspeakers.md). */
const key = 'foreign';

/** Cell of the setting, such as `sip:4001@10.0.0.5?protocol=udp&codec=any&answer=call_info&delay=60`; empty: none. */
export function foreignCell(details: Record<string, unknown>): string {
  const transport = transportOf({ kind: 'device', details });
  if (transport === null) return '';
  if (isConnected(transport)) return connectedCell(transport);
  if (transport.transport !== 'sip') return multicastCell(transport);
  const { uri, protocol, codec, answer, certificate, delay_ms } = transport;
  const pinned = certificate === '' ? '' : `&certificate=${certificate}`;
  return `sip:${uri}?protocol=${protocol}&codec=${codec}&answer=${answer}${pinned}&delay=${delay_ms}`;
}

function parsedSip(cell: string): unknown {
  const [, uri, query = ''] = /^sip:([^?]*)(?:\?(.*))?$/.exec(cell) ?? [];
  const given = Object.fromEntries(new URLSearchParams(query));
  const { protocol, codec, answer, delay_ms } = defaultSipTransport;
  return {
    ...{ transport: 'sip', uri, protocol: given.protocol ?? protocol },
    ...{ codec: given.codec ?? codec, answer: given.answer ?? answer, certificate: given.certificate ?? '' },
    delay_ms: numberOf(given.delay ?? String(delay_ms)),
  };
}

function parsed(cell: string): unknown {
  if (isConnectedCell(cell)) return parsedConnected(cell);
  return cell.startsWith('sip:') ? parsedSip(cell) : parsedMulticast(cell);
}

/**
 * Creates the reader of the column. Loudspeakers of one group have the same transport; a file does not change that of a
 * group, and makes no terminal of one that connects by itself into another.
 */
export function foreignReader(directory: Pick<Directory, 'all'>, report: Report) {
  const groups = new Map<string, string>();
  /** Group that has each multicast address. */
  const holders = new Map<string, string>();
  /** Code of the loudspeaker at each address of SIP, HTTP or RTSP. */
  const called = new Map<string, string>();
  for (const { row } of directory.all()) {
    const transport = transportOf(row);
    if (transport !== null) groups.set(streamKey(transport), foreignCell({ foreign: transport }));
    for (const address of transport === null ? [] : addressesOf(transport))
      holders.set(address, streamKey(transport as ForeignTransport));
    if (transport !== null && !isMulticast(transport)) called.set(streamKey(transport), row.code);
  }
  return (row: InputRow, old: TerminalRow | undefined): { foreign?: ForeignTransport } => {
    const cell = row.get(key);
    if (cell === undefined || cell === '') return {};
    const transport = report.read(row, key, foreignTransport, parsed(cell));
    if (transport === undefined) return {};
    if (!isMulticast(transport)) {
      const address = streamKey(transport);
      const code = row.get('code') ?? '';
      if ((called.get(address) ?? code) !== code)
        report.fault(row, key, 'terminal.addressTaken', { address });
      called.set(address, code);
    }
    const group = streamKey(transport);
    const text = foreignCell({ foreign: transport });
    if (old !== undefined && transportOf(old) === null) report.fault(row, key, 'terminal.otherTransport');
    else if (isMulticast(transport) && (groups.get(group) ?? text) !== text)
      report.fault(row, key, 'terminal.groupDiffers', { group });
    const taken = addressesOf(transport).find((address) => (holders.get(address) ?? group) !== group);
    if (taken !== undefined) report.fault(row, key, 'terminal.levelTaken', { address: taken });
    for (const address of addressesOf(transport)) holders.set(address, holders.get(address) ?? group);
    groups.set(group, groups.get(group) ?? text);
    return { foreign: transport };
  };
}

/**
 * Reads the password of the account of a loudspeaker; undefined: it is unchanged. A new account, or an account at
 * another address, needs one.
 */
export function readPassword(
  row: InputRow,
  old: TerminalRow | undefined,
  details: Record<string, unknown>,
  report: Report,
): string | undefined {
  const after = transportOf({ kind: 'device', details });
  const typed = row.get('foreign_password') ?? '';
  if (after === null || !isConnected(after)) return undefined;
  if (typed !== '') return report.read(row, 'foreign_password', loudspeakerPassword, typed);
  const before = old === undefined ? null : transportOf(old);
  if (after.user !== '' && !keepsPassword(before, after))
    report.fault(row, 'foreign_password', 'rules.loudspeakerPassword');
  return undefined;
}
