import { type UpgradeReason, upgradeReason, upgradeStep } from '../../../contract/codes.ts';
import type { UpgradeStateMessage } from '../../../contract/protocol/upgrading.ts';
import { isUpgrading, upgradeBatchResult } from '../../../contract/workflow.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { UpgradeFileRow } from './file.repository.ts';
import { isNewerSince, UPGRADE_FEATURE } from './fitness.ts';
import { type Batch, type HeldTerminal, isOpenStep, type UpgradeBatches, waveOf } from './upgradeBatches.ts';
import type { UpgradeLimits } from './upgradeLimits.ts';

export interface UpgradeRunnerDeps {
  batches: UpgradeBatches;
  directory: Pick<Directory, 'byId'>;
  gateway: Pick<TerminalGateway, 'link'>;
  files: ReadonlyMap<number, UpgradeFileRow>;
  isTrusted(key: string): boolean;
  isInAlarm(terminal: number): boolean;
  /** Path of the package with a ticket, for one terminal. */
  pathFor(held: HeldTerminal, file: UpgradeFileRow): string;
  /** Called when the upgrade of a terminal is over, to invalidate its ticket. */
  ended(held: HeldTerminal): void;
  limits: UpgradeLimits;
  /** Monotonic ms. */
  now(): number;
}

export interface UpgradeRunner {
  /** Processes everything that is due. */
  look(): void;
  online(terminal: number): void;
  reported(terminal: number, message: UpgradeStateMessage): void;
  removed(terminal: number): void;
}

/** Creates the runner of batches: starts terminals, handles their messages, and applies timeouts. */
export function createUpgradeRunner(deps: UpgradeRunnerDeps): UpgradeRunner {
  const { batches, directory, gateway, limits, now } = deps;
  const startedAt = now();

  const versionOf = ({ row }: HeldTerminal) => directory.byId(row.terminal_id)?.seen.client_version;
  const linkOf = ({ row }: HeldTerminal) => gateway.link(row.terminal_id);

  function end(
    held: HeldTerminal,
    event: 'done' | 'fail' | 'away' | 'unsupported',
    reason?: UpgradeReason,
    detail = '',
  ) {
    const wasUnderWay = isUpgrading(held.row.status);
    if (!batches.move(held, event, { reason: reason ?? null, detail })) return;
    if (event === 'fail' && wasUnderWay) linkOf(held)?.send({ type: 'upgrade.stop', upgrade: held.row.id });
    deps.ended(held);
  }
  const fail = (held: HeldTerminal, reason: UpgradeReason, detail?: string) =>
    end(held, 'fail', reason, detail);

  /** Package of a batch, or the reason why it cannot be rolled out. */
  function fileOf({ row }: Batch): UpgradeFileRow | UpgradeReason {
    const file = row.upgrade_file === null ? undefined : deps.files.get(row.upgrade_file);
    if (file === undefined || file.build_status === 'failed') return upgradeReason.file;
    return deps.isTrusted(file.signer_key) ? file : upgradeReason.untrusted;
  }

  /** Sends the upgrade message to the terminal. */
  function send(held: HeldTerminal): void {
    const file = fileOf(held.batch);
    const link = linkOf(held);
    const fault = typeof file === 'string' ? file : held.sends >= limits.sends ? upgradeReason.tooLong : null;
    if (fault !== null) fail(held, fault);
    if (typeof file === 'string' || fault !== null || link === undefined) return;
    held.sends += 1;
    const { version, feature_code, size, sha256, signer_key: key, signature } = file;
    const path = deps.pathFor(held, file);
    link.send({
      type: 'upgrade',
      upgrade: held.row.id,
      version,
      feature_code,
      size,
      sha256,
      key,
      signature,
      path,
    });
  }

  /** Sets the shown reason why a terminal has not begun. */
  function wait(held: HeldTerminal, reason: UpgradeReason | null): void {
    if (held.row.reason !== reason) batches.put(held, { reason, detail: '' });
  }

  function begin(held: HeldTerminal): boolean {
    const terminal = directory.byId(held.row.terminal_id);
    if (terminal === undefined) fail(held, upgradeReason.removed);
    else if (linkOf(held) === undefined) {
      if (now() - startedAt >= limits.settleMs) end(held, 'away');
    } else if (!terminal.seen.features.includes(UPGRADE_FEATURE)) end(held, 'unsupported');
    else if (versionOf(held) === held.batch.row.version) end(held, 'done');
    else if (isNewerSince(held.batch.row.version, held.row.from_version, terminal.seen.client_version))
      fail(held, upgradeReason.otherVersion, terminal.seen.client_version);
    else if (deps.isInAlarm(terminal.id)) wait(held, upgradeReason.alarm);
    else {
      held.sends = 0;
      held.begun = now();
      held.returned = null;
      batches.move(held, 'begin', { from_version: terminal.seen.client_version });
      send(held);
      return true;
    }
    return false;
  }

  /** Permits a ready terminal to restart, unless it is needed in an alarm. */
  function release(held: HeldTerminal): void {
    if (deps.isInAlarm(held.row.terminal_id)) {
      // The time of an alarm does not count as a delay of the terminal.
      held.since = now();
      wait(held, upgradeReason.alarm);
      return;
    }
    wait(held, null);
    if (!held.isReady) return;
    held.isReady = false;
    linkOf(held)?.send({ type: 'upgrade.restart', upgrade: held.row.id });
  }

  function watch(held: HeldTerminal): void {
    const { status } = held.row;
    const waited = now() - held.since;
    if (status === upgradeStep.updating) {
      if (waited >= limits.progressMs) fail(held, upgradeReason.noProgress);
      else if (now() - held.begun >= limits.downloadMs) fail(held, upgradeReason.tooLong);
    } else if (status === upgradeStep.preparingToRestart) {
      release(held);
      if (now() - held.since >= limits.prepareMs) fail(held, upgradeReason.tooLong);
    } else if (status === upgradeStep.restarting) {
      if (held.returned !== null && now() - held.returned >= limits.excuseMs)
        fail(held, upgradeReason.oldVersion, versionOf(held));
      else if (waited >= limits.returnMs) fail(held, upgradeReason.noReturn);
    }
  }

  function step(batch: Batch, underWay: number): number {
    let begun = 0;
    for (const held of batch.terminals.values()) if (isUpgrading(held.row.status)) watch(held);
    const happens = (event: 'limit' | 'over') => {
      const state = upgradeBatchResult(batch.row.state, event, 0);
      const ended = event === 'over' ? { ended_at: Math.floor(Date.now() / 1000) } : { paused_by: '' };
      if (state !== null) batches.setBatch(batch, { ...ended, state });
    };
    const wave = waveOf(batch);
    for (const held of batch.terminals.values()) {
      if (batch.row.state !== 'running') break;
      if (batch.row.failures >= batch.row.failure_limit) happens('limit');
      else if (held.row.status === upgradeStep.waiting && held.row.wave === wave) {
        const file = fileOf(batch);
        if (typeof file === 'string') fail(held, file);
        else if (file.build_status === 'built' && underWay + begun < limits.atOnce && begin(held)) begun += 1;
      }
    }
    if (batch.row.state === 'running' && batch.row.failures >= batch.row.failure_limit) happens('limit');
    if (![...batch.terminals.values()].some(({ row }) => isOpenStep(row))) happens('over');
    return begun;
  }

  function look(): void {
    let underWay = 0;
    for (const { row } of batches.ofTerminal.values()) if (isUpgrading(row.status)) underWay += 1;
    for (const batch of [...batches.batches.values()])
      if (batches.isOpen(batch.row.state)) underWay += step(batch, underWay);
  }

  /** Entry of a terminal that is in progress. */
  function heldOf(terminal: number): HeldTerminal | undefined {
    const held = batches.ofTerminal.get(terminal);
    return held !== undefined && isUpgrading(held.row.status) ? held : undefined;
  }

  return {
    look,
    online(terminal) {
      const held = heldOf(terminal);
      if (held === undefined) return;
      const version = versionOf(held);
      if (version === held.batch.row.version) end(held, 'done');
      else if (held.row.status !== upgradeStep.restarting) {
        // The terminal reports its progress and asks again.
        held.isReady = false;
        send(held);
      } else if (version !== held.row.from_version) fail(held, upgradeReason.otherVersion, version);
      else held.returned ??= now();
    },
    reported(terminal, { upgrade, state, percent, reason }) {
      const held = heldOf(terminal);
      if (held === undefined || held.row.id !== upgrade) return;
      if (state === 'failed') fail(held, upgradeReason.terminal, clean(reason ?? ''));
      else if (state === 'restarting') batches.move(held, 'restart');
      else if (state === 'preparing_to_restart') {
        held.isReady = true;
        // A repeated message does not extend the timeout; the next check answers it.
        if (held.row.status === upgradeStep.preparingToRestart) return;
        if (batches.move(held, 'prepared', { progress: 100 })) release(held);
      } else {
        const progress = Math.floor(percent);
        // Only a higher percentage counts as progress, to detect terminals that repeat the same message.
        if (held.row.status === upgradeStep.updating && progress > held.row.progress)
          batches.move(held, 'progress', { progress });
      }
    },
    removed(terminal) {
      const held = batches.ofTerminal.get(terminal);
      if (held !== undefined) fail(held, upgradeReason.removed);
    },
  };
}

/** Cleans text of a terminal for database and display. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim();
