import type { TransferKind } from '../../../contract/api/transfer.ts';
import type { GroupMember } from '../../../contract/entities/terminals/group.ts';
import type { Language } from '../../../contract/language.ts';
import type { Schedule } from '../../air/schedule/schedule.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Transferables } from '../../platform/crud/transferables.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import type { VirtualCasters } from '../../site/casters/virtualCasters.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { AlarmUse } from '../../site/uses/alarmUse.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import type { Zones } from '../../site/zones/zones.ts';
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
  groups: Readonly<Record<GroupMember, Pick<Groups, 'isVisible' | 'members' | 'listed' | 'staged'>>>;
  uses: UseRegistry;
  transferables: Pick<Transferables, 'get'>;
  schedule: Pick<Schedule, 'tasks'>;
  strongPasswords: () => boolean;
  hashing: Pick<Hashing, 'hash'>;
  secretBox: Pick<SecretBox, 'seal'>;
}

/** Context of an import. */
export interface ImportRun {
  caller: Caller;
  ip: string;
  lang: Language;
  kind: TransferKind;
  dryRun: boolean;
  table: Table;
  report: Report;
  /** Hashes of the passwords, by line: computed before the transaction, as hashing is slow. */
  hashes: ReadonlyMap<number, string>;
}

/**
 * Validates every row into the report, in the transaction. The returned function is called when no row is
 * faulty: it writes the rows and returns the callback to run after the commit. In a dry run, or with a faulty row, the
 * transaction is rolled back.
 */
export type Importer = (deps: TransferDeps, tx: Tx, run: ImportRun) => Promise<() => Promise<AfterCommit>>;
export type AfterCommit = () => void | Promise<void>;

export interface ExportRequest {
  kind: TransferKind;
  caller: Caller;
  lang: Language;
  /** True: only the header, with the columns that are imported. */
  template: boolean;
  q?: string | undefined;
  /** Filters of the list; `org` includes all zones below. */
  filters: Record<string, unknown>;
}
