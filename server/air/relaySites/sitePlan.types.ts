import type { AlarmAction } from '../../../contract/codes.ts';
import type { DueRun } from '../../../contract/schedule/recurrence.ts';
import type { RelayIds } from '../../site/relays/relay.table.ts';
import type { TerminalRow } from '../../site/terminals/terminal.repository.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { AlarmPlanRow, LinkageTaskRow } from '../emergency/plans/plan.repository.ts';
import type { TaskWeights } from '../engine/rank.ts';
import type { GpioTaskRow } from '../gpio/gpioTask.repository.ts';
import type { QuickCodeRow } from '../quickCodes/quickCode.repository.ts';
import type { TaskRow } from '../schedule/schedule.repository.ts';

/** Stored sound of a relay. */
export interface SiteSound extends Pick<BroadcastItem, 'name' | 'duration_ms' | 'part'> {
  /** SHA-256 of its programme, hex. */
  id: string;
  bytes: number;
}

/** Linkage task with the terminals of the relay that it reaches, and one round of its sound. */
export interface SiteLinkage {
  row: LinkageTaskRow;
  terminals: number[];
  /** Null: it has no sound, or it cannot be made. */
  round: SiteSound | null;
}

/**
 * Scheduled task with the terminals of the relay that it reaches, its sound and its next runs; none if only inputs and
 * stations start it.
 */
export interface SiteTask {
  row: TaskRow;
  terminals: number[];
  items: SiteSound[];
  runs: DueRun[];
  isExam: boolean;
}

/** Zone of a relay; the highest one has no parent. */
export interface SiteZone {
  id: number;
  name: string;
  parent_id: number | null;
}

/** Call station of a relay, with the zones of the relay that it may page, and those in which it may call stations. */
export interface SiteStation {
  id: number;
  pages: number[];
  calls: number[];
}

/** Account that may log in at the emergency console of a relay. */
export interface SitePerson {
  id: number;
  code: string;
  name: string;
  password_hash: string;
  /** Actions on alarms that it may take. */
  actions: AlarmAction[];
  /** True: it may stop broadcasts. */
  stops: boolean;
}

/** All that a relay stores to go on while its line is cut: the message `site.plan` of the relay protocol. */
export interface SitePlan {
  /** Name of the site, for displays of terminals. */
  site: string;
  /** Ids of alarms and broadcasts that only this relay uses. */
  ids: RelayIds;
  terminals: TerminalRow[];
  plans: AlarmPlanRow[];
  linkages: SiteLinkage[];
  /**
   * GPIO tasks of these plans and of inputs of the relay, with the outputs at its terminals; missing in plans of earlier
   * versions.
   */
  gpio?: GpioTaskRow[];
  /** Its zones and its call stations; missing in plans of earlier versions. */
  zones?: SiteZone[];
  stations?: SiteStation[];
  /** Quick codes of its zones, with what they reach there; missing in plans of earlier versions. */
  quickCodes?: QuickCodeRow[];
  /** Accounts for its emergency console, and days without a line after which none may log in. */
  people?: SitePerson[];
  offlineDays?: number;
  /** Tone in place of a message that cannot be played. */
  fallback: SiteSound | null;
  tasks: SiteTask[];
  weights: TaskWeights;
  voiceMix: boolean;
  /** Longest time for which a terminal continues an alarm without a link, s. */
  aloneS: number;
}
