import {
  addressesOf,
  type ForeignTransport,
  foreignTransport,
  streamKey,
} from '../../../../contract/entities/terminals/foreign.ts';
import { defaultSipTransport } from '../../../../contract/entities/terminals/sipTransport.ts';
import { transportOf } from '../../../site/foreign/transportOf.ts';
import type { Directory } from '../../../site/terminals/directory.ts';
import type { TerminalRow } from '../../../site/terminals/terminal.repository.ts';
import type { InputRow } from '../columns.ts';
import { numberOf } from '../numberOf.ts';
import type { Report } from '../report.ts';
import { multicastCell, parsedMulticast } from './multicastCells.ts';

/** Column and setting: the transport to a loudspeaker of another make, as an address (docs/rules/foreign-loudspeakers.md). */
const key = 'foreign';

/** Cell of the setting, such as `sip:4001@10.0.0.5?protocol=udp&codec=any&answer=call_info&delay=60`; empty: none. */
export function foreignCell(details: Record<string, unknown>): string {
  const transport = transportOf({ kind: 'device', details });
  if (transport === null) return '';
  if (transport.transport !== 'sip') return multicastCell(transport);
  const { uri, protocol, codec, answer, delay_ms } = transport;
  return `sip:${uri}?protocol=${protocol}&codec=${codec}&answer=${answer}&delay=${delay_ms}`;
}

function parsedSip(cell: string): unknown {
  const [, uri, query = ''] = /^sip:([^?]*)(?:\?(.*))?$/.exec(cell) ?? [];
  const given = Object.fromEntries(new URLSearchParams(query));
  const { protocol, codec, answer, delay_ms } = defaultSipTransport;
  return {
    ...{ transport: 'sip', uri, protocol: given.protocol ?? protocol },
    ...{ codec: given.codec ?? codec, answer: given.answer ?? answer },
    delay_ms: numberOf(given.delay ?? String(delay_ms)),
  };
}

const parsed = (cell: string): unknown => (cell.startsWith('sip:') ? parsedSip(cell) : parsedMulticast(cell));

/**
 * Creates the reader of the column. Loudspeakers of one group have the same transport; a file does not change that of a
 * group, and makes no terminal of one that connects by itself into another.
 */
export function foreignReader(directory: Pick<Directory, 'all'>, report: Report) {
  const groups = new Map<string, string>();
  /** Group that has each multicast address. */
  const holders = new Map<string, string>();
  /** Code of the loudspeaker at each SIP address. */
  const called = new Map<string, string>();
  for (const { row } of directory.all()) {
    const transport = transportOf(row);
    if (transport !== null) groups.set(streamKey(transport), foreignCell({ foreign: transport }));
    for (const address of transport === null ? [] : addressesOf(transport))
      holders.set(address, streamKey(transport as ForeignTransport));
    if (transport?.transport === 'sip') called.set(transport.uri, row.code);
  }
  return (row: InputRow, old: TerminalRow | undefined): { foreign?: ForeignTransport } => {
    const cell = row.get(key);
    if (cell === undefined || cell === '') return {};
    const transport = report.read(row, key, foreignTransport, parsed(cell));
    if (transport === undefined) return {};
    if (transport.transport === 'sip') {
      const address = transport.uri;
      const code = row.get('code') ?? '';
      if ((called.get(address) ?? code) !== code)
        report.fault(row, key, 'terminal.addressTaken', { address });
      called.set(address, code);
    }
    const group = streamKey(transport);
    const text = foreignCell({ foreign: transport });
    if (old !== undefined && transportOf(old) === null) report.fault(row, key, 'terminal.otherTransport');
    else if (transport.transport !== 'sip' && (groups.get(group) ?? text) !== text)
      report.fault(row, key, 'terminal.groupDiffers', { group });
    const taken = addressesOf(transport).find((address) => (holders.get(address) ?? group) !== group);
    if (taken !== undefined) report.fault(row, key, 'terminal.levelTaken', { address: taken });
    for (const address of addressesOf(transport)) holders.set(address, holders.get(address) ?? group);
    groups.set(group, groups.get(group) ?? text);
    return { foreign: transport };
  };
}
