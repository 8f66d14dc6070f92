import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { DrillMode } from '../../../contract/codes.ts';
import type { CapOutcome } from '../../../contract/entities/site/integration.ts';
import type { AlarmOrigin } from '../../../contract/entities/tasks/alarm.ts';
import type { Db } from '../../platform/db/client.ts';
import { type CapAlert, capName } from './cap.ts';
import type { IntegrationRow } from './integration.repository.ts';
import * as repository from './integration.repository.ts';
import { isExpired, plansOf } from './mapping.ts';

/** Alarm actions for integrations. Each throws an AppError as for a person. */
export interface AlarmGate {
  start(plan: number, origin: AlarmOrigin, drill: DrillMode, from: ExternalSender): Promise<void>;
  act(plan: number, action: 'stop' | 'reset', from: ExternalSender): Promise<void>;
}
/** External sender: the integration's name, and the address of the request. */
export interface ExternalSender {
  name: string;
  ip: string;
}

/** Age above which an alert is refused (a delayed or replayed message), ms. */
const MAX_AGE_MS = 86_400_000;
/** Tolerance for clocks of senders that are ahead, ms. */
const MAX_AHEAD_MS = 300_000;

/** Takes in alerts, each once: maps them to plans and starts or stops these. */
export function createAlerts(deps: {
  db: Db;
  alarms: AlarmGate;
  log: { warn(details: object, message: string): void };
  now?: () => number;
}) {
  const { db, alarms } = deps;
  const now = deps.now ?? Date.now;

  /** Acts on each plan; returns those that accepted. A plan that is already in the state is skipped. */
  async function each(plans: Iterable<number>, act: (plan: number) => Promise<void>): Promise<number[]> {
    const done: number[] = [];
    for (const plan of plans) {
      try {
        await act(plan);
        done.push(plan);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
    return done;
  }

  /** Acts on an alert. @throws AppError 409 when it was taken before, 999 when it is too old */
  async function take(row: IntegrationRow, alert: CapAlert, ip: string): Promise<CapOutcome> {
    const name = capName(alert);
    const outcome = (over: Partial<CapOutcome>): CapOutcome => ({
      identifier: alert.identifier,
      started: 0,
      ended: 0,
      ignored: '',
      ...over,
    });
    const age = now() - Date.parse(alert.sent);
    if (age > MAX_AGE_MS || age < -MAX_AHEAD_MS) throw new AppError(errorCode.refused, 'integration.stale');
    if (!(await repository.note(db, row.id, name)))
      throw new AppError(errorCode.conflict, 'integration.replay');
    if (alert.signed)
      deps.log.warn(
        { integration: row.id, alert: name },
        'the XML signature of an alert was not verified; it was authenticated by its address or its secret',
      );
    if (alert.msgType === 'Ack' || alert.msgType === 'Error') return outcome({ ignored: 'ack' });
    if (alert.status !== 'Actual' && alert.status !== 'Exercise') return outcome({ ignored: 'test' });
    const from = { name: row.name, ip };
    if (alert.msgType === 'Cancel') {
      const plans = await repository.plansOfMessages(db, row.id, alert.references);
      const ended = await each(plans, (plan) => alarms.act(plan, 'stop', from));
      return outcome({
        ended: ended.length,
        ...(ended.length === 0 ? { ignored: 'unmatched' as const } : {}),
      });
    }
    if (isExpired(alert, now())) return outcome({ ignored: 'expired' });
    const plans = plansOf(alert, row.mappings, now());
    // Keeps the plans of earlier alerts, so that cancelling an update ends what the original alert started.
    const before = await repository.plansOfMessages(db, row.id, alert.references);
    const drill = alert.status === 'Exercise' ? 'silent' : 'none';
    const started = await each(plans.keys(), (plan) =>
      alarms.start(plan, { kind: 'cap', by: row.name, text: plans.get(plan) ?? '' }, drill, from),
    );
    await repository.setPlans(db, row.id, name, [...new Set([...before, ...started])]);
    return outcome({
      started: started.length,
      ...(plans.size === 0 ? { ignored: 'unmatched' as const } : {}),
    });
  }
  return { take };
}
export type Alerts = ReturnType<typeof createAlerts>;
