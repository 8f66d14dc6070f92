import type { GroupMember } from '../../contract/entities/group.ts';
import type { Language } from '../../contract/language.ts';
import type { TransferKind } from '../../contract/transfer.ts';
import type { Caller, Callers } from '../auth/callers.ts';
import type { Hashing } from '../auth/hashing.ts';
import type { VirtualCasters } from '../casters/virtualCasters.ts';
import type { Db, Tx } from '../db/client.ts';
import type { Emergency } from '../emergency/emergency.ts';
import type { AlarmUse } from '../emergency/plans/alarmUse.ts';
import type { Groups } from '../groups/groups.ts';
import type { QuickCodes } from '../quickCodes/quickCodes.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Audit } from '../system/audit.ts';
import type { Config } from '../system/config.ts';
import type { Terminals } from '../terminals/terminals.ts';
import type { Zones } from '../zones/zones.ts';
import type { Table } from './columns.ts';
import type { Report } from './report.ts';

export interface TransferDeps {
  config: Pick<Config, 'get'>;
  db: Db;
  audit: Audit;
  zones: Zones;
  callers: Callers;
  terminals: Pick<Terminals, 'directory' | 'devices' | 'gateway' | 'casters'>;
  virtualCasters: Pick<VirtualCasters, 'changed'>;
  alarmUse: AlarmUse;
  groups: Readonly<Record<GroupMember, Pick<Groups, 'members' | 'listed' | 'staged'>>>;
  emergency: Pick<Emergency, 'staged'>;
  quickCodes: Pick<QuickCodes, 'staged'>;
  schedule: Pick<Schedule, 'tasks'>;
  strongPasswords: () => boolean;
  hashing: Pick<Hashing, 'hash'>;
}

/** Who imports what. */
export interface ImportRun {
  caller: Caller;
  ip: string;
  lang: Language;
  kind: TransferKind;
  dryRun: boolean;
  table: Table;
  report: Report;
  /** Hashes of the passwords, by line: made before the transaction, for each takes its time. */
  hashes: ReadonlyMap<number, string>;
}

/**
 * Judges every row into the report, in the transaction. What it returns is called when no row is bad: it writes, and
 * returns what follows the commit. In a dry run, or with a bad row, the transaction is undone.
 */
export type Importer = (deps: TransferDeps, tx: Tx, run: ImportRun) => Promise<() => Promise<AfterCommit>>;
export type AfterCommit = () => void | Promise<void>;

export interface ExportRequest {
  kind: TransferKind;
  caller: Caller;
  lang: Language;
  /** The header alone, with the columns that are read. */
  template: boolean;
  q?: string | undefined;
  /** The filters of the list; `org` takes in all below the zone. */
  filters: Record<string, unknown>;
}
