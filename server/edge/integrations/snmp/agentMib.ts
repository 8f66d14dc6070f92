import { hostname } from 'node:os';
import snmp from 'net-snmp';
import { serverVersion } from '../../../platform/config/version.ts';
import type { AgentFacts } from './agentFacts.ts';
import { cutBytes, ROOT } from './tocsinMib.ts';

/** Longest name of a zone, bytes. */
const NAME_BYTES = 150;
/** System group of SNMPv2-MIB, by which managers recognise a device. */
const SYSTEM = '1.3.6.1.2.1.1';
const OBJECTS = `${ROOT}.1`;

type Value = string | number;
/** Tree of objects of net-snmp, which has no types of its own. */
interface Mib {
  registerProvider(provider: object): void;
  setScalarValue(name: string, value: Value): void;
  addTableRow(table: string, row: Value[]): void;
}

const { OctetString, Gauge, Integer, TimeTicks, OID } = snmp.ObjectType;
const readOnly = snmp.MaxAccess['read-only'];
const hidden = snmp.MaxAccess['not-accessible'];

/** Object with one value: its name, place, type and value. */
interface Scalar {
  name: string;
  oid: string;
  type: number;
  value(facts: AgentFacts): Value;
}
const text = (name: string, oid: string, value: string): Scalar => ({
  ...{ name, oid, type: OctetString },
  value: () => value,
});
const gauge = (name: string, number: string, value: (facts: AgentFacts) => number): Scalar => ({
  ...{ name, oid: `${OBJECTS}.${number}`, type: Gauge, value },
});
/** Time since the process started, in hundredths of a second, as a counter of 32 bits. */
const upTicks = () => Math.floor(process.uptime() * 100) % 2 ** 32;

const scalars: Scalar[] = [
  text('sysDescr', `${SYSTEM}.1`, `Tocsin ${serverVersion}`),
  { name: 'sysObjectID', oid: `${SYSTEM}.2`, type: OID, value: () => ROOT },
  { name: 'sysUpTime', oid: `${SYSTEM}.3`, type: TimeTicks, value: upTicks },
  text('sysName', `${SYSTEM}.5`, hostname()),
  text('tocsinVersion', `${OBJECTS}.10.1`, serverVersion),
  { name: 'tocsinUpTime', oid: `${OBJECTS}.10.2`, type: TimeTicks, value: upTicks },
  gauge('tocsinTerminalsTotal', '11.1', ({ terminals }) => terminals.total),
  gauge('tocsinTerminalsOnline', '11.2', ({ terminals }) => terminals.online),
  gauge('tocsinTerminalsOffline', '11.3', ({ terminals }) => terminals.offline),
  gauge('tocsinTerminalsBehindRelay', '11.4', ({ terminals }) => terminals.behind_relay),
  gauge('tocsinTerminalsExpected', '11.5', ({ terminals }) => terminals.expected),
  gauge('tocsinTerminalsWithFault', '11.6', ({ terminals }) => terminals.with_fault),
  gauge('tocsinBroadcastsOnAir', '12.1', ({ broadcasts }) => broadcasts),
  gauge('tocsinAlarmsRunning', '12.2', ({ alarms }) => alarms),
  gauge('tocsinFaultsOpen', '12.3', ({ faults }) => faults),
];

const column = (number: number, name: string, type: number, maxAccess = readOnly) => ({
  ...{ number, name, type, maxAccess },
});
const FAULTS = 'tocsinFaultEntry';
const ZONES = 'tocsinZoneEntry';
const tables = [
  {
    ...{ name: FAULTS, type: snmp.MibProviderType.Table, oid: `${OBJECTS}.13.1`, maxAccess: hidden },
    tableColumns: [column(1, 'tocsinFaultKind', OctetString, hidden), column(2, 'tocsinFaultCount', Gauge)],
    tableIndex: [{ columnName: 'tocsinFaultKind' }],
  },
  {
    ...{ name: ZONES, type: snmp.MibProviderType.Table, oid: `${OBJECTS}.14.1`, maxAccess: hidden },
    tableColumns: [
      column(1, 'tocsinZoneId', Integer, hidden),
      column(2, 'tocsinZoneName', OctetString),
      column(3, 'tocsinZoneTerminals', Gauge),
      column(4, 'tocsinZoneTerminalsOnline', Gauge),
      column(5, 'tocsinZoneFaults', Gauge),
    ],
    tableIndex: [{ columnName: 'tocsinZoneId' }],
  },
];

/** Makes the tree of the objects of TOCSIN-MIB with these values. */
export function agentMib(facts: AgentFacts): object {
  const mib: Mib = snmp.createMib();
  for (const { name, oid, type, value } of scalars) {
    mib.registerProvider({
      ...{ name, oid, type: snmp.MibProviderType.Scalar, scalarType: type, maxAccess: readOnly },
    });
    mib.setScalarValue(name, value(facts));
  }
  for (const table of tables) mib.registerProvider(table);
  for (const [kind, count] of facts.kinds) mib.addTableRow(FAULTS, [kind, count]);
  for (const { id, name, total, online, faults } of facts.zones) {
    const short = cutBytes(name, NAME_BYTES).toString('utf8');
    mib.addTableRow(ZONES, [id, short, total, online, faults]);
  }
  return mib;
}
