/** A table of the snapshot, and the rows of it that are kept. */
export interface SnapshotTable {
  /** Condition over the row `t`; absent: all rows. */
  where?: string;
  /**
   * Columns that a start from the snapshot does not depend on: facts that terminals and consoles report again.
   * Writing only these does not renew the snapshot at once.
   */
  volatile?: readonly string[];
}

const running = `t.state <> 'ended' and t.stream is null`;

/**
 * Tables that a start without the database needs: accounts and terminals, and everything that must sound.
 * Secrets are held as hashes, or encrypted with the key of the data folder.
 */
export const snapshotTables: Readonly<Record<string, SnapshotTable>> = {
  role: {},
  account: {},
  account_partition: {},
  partition: {},
  login_proof: {},
  login_session: { where: 't.expires_at > now()', volatile: ['last_seen_at'] },
  relay: { volatile: ['version', 'peer_addr', 'seen_at'] },
  terminal: {
    volatile: [
      ...['dev_name', 'client_ip', 'relay_id', 'client_version', 'iccid', 'features'],
      'last_login_time',
    ],
  },
  caster_account: {},
  caster_org: {},
  virtual_caster: {},
  virtual_caster_member: {},
  tts_license: {},
  terminal_group: {},
  terminal_group_member: {},
  file_group: {},
  file: {},
  file_group_member: {},
  media_group: {},
  preset_text: {},
  preset_text_group_member: {},
  linkage_task: {},
  linkage_task_group_member: {},
  alarm_plan: {},
  alarm_plan_group_member: {},
  gpio_task: {},
  quick_code: {},
  capturer_task: {},
  io_hold: {},
  io_test: {},
  alarm: { where: 't.ended_at is null' },
  broadcast: { where: running },
  broadcast_target: { where: `t.broadcast_id in (select t.id from broadcast t where ${running})` },
  fault: { where: `t.state <> 'resolved'` },
  id_block: {},
  idempotency_key: { where: 't.emergency' },
  setting: {},
  preference: {},
};

/** Tables that the snapshot leaves out, with the reason. Every table is named here or above. */
export const excludedTables: Readonly<
  Record<string, 'history' | 'holds secrets as they are' | 'nothing starts from it'>
> = {
  alarm_event: 'history',
  audit: 'history',
  broadcast_org: 'history',
  history_hour: 'history',
  history_minute: 'history',
  io_change: 'history',
  io_event: 'history',
  online_log: 'history',
  record_file: 'history',
  signal_hour: 'history',
  signal_last: 'history',
  integration: 'holds secrets as they are',
  integration_message: 'holds secrets as they are',
  webhook_delivery: 'holds secrets as they are',
  radio: 'holds secrets as they are',
  radio_group_member: 'nothing starts from it',
  scheduled_task: 'holds secrets as they are',
  plan: 'nothing starts from it',
  site_plan: 'nothing starts from it',
  queued_start: 'nothing starts from it',
  unplayed_start: 'nothing starts from it',
  talk_link: 'nothing starts from it',
  upgrade: 'nothing starts from it',
  upgrade_file: 'nothing starts from it',
  upgrade_terminal: 'nothing starts from it',
};

/**
 * Tables whose changes may remove a permission: a request that changes them is answered once the snapshot has
 * the change.
 */
export const rightsTables: ReadonlySet<string> = new Set([
  'role',
  'account',
  'account_partition',
  'partition',
  'login_session',
  'terminal',
  'caster_account',
  'caster_org',
  'relay',
]);

/**
 * Tables that are removed from the snapshot when it cannot be renewed after such a change: without sessions
 * no account has any permission; for call stations and terminals the rows themselves grant access.
 */
export function givenUp(changed: Iterable<string>): Set<string> {
  const own = ['terminal', 'caster_account', 'caster_org', 'relay'];
  return new Set(['login_session', ...[...changed].filter((name) => own.includes(name))]);
}
