import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  type CapOutcome,
  webhookHeaders,
  webhookTrigger,
} from '../../../contract/entities/site/integration.ts';
import type { Db } from '../../platform/db/client.ts';
import type { AlarmGate, Alerts } from './alerts.ts';
import { readCap, readXml } from './cap.ts';
import type { IntegrationRow } from './integration.repository.ts';
import * as repository from './integration.repository.ts';
import type { Incoming } from './integration.routes.ts';
import { isBearer, isSigned } from './signature.ts';

interface ReceiverDeps {
  db: Db;
  rows: ReadonlyMap<number, IntegrationRow>;
  alarms: AlarmGate;
  alerts: Pick<Alerts, 'take'>;
  outcome(row: IntegrationRow, error: string): void;
}

/** Takes the messages that other systems send by HTTP: webhooks and alerts. */
export function createReceiver(deps: ReceiverDeps) {
  /**
   * Finds the integration of a message.
   * @throws AppError 403 without a valid signature, 999 when it is disabled
   */
  function incoming(id: number, kind: IntegrationRow['kind'], { headers, body }: Incoming): IntegrationRow {
    const row = deps.rows.get(id);
    const known = row !== undefined && row.kind === kind && row.secret !== null;
    // An unknown id gets the same answer, so that a stranger learns nothing.
    if (
      !known ||
      !(isSigned(row.secret ?? '', headers, body) || (kind === 'cap' && isBearer(row.secret ?? '', headers)))
    )
      throw new AppError(errorCode.forbidden, 'integration.signature');
    if (!row.enabled) throw new AppError(errorCode.refused, 'integration.disabled');
    return row;
  }

  async function trigger(id: number, message: Incoming): Promise<void> {
    const row = incoming(id, 'webhook_in', message);
    const parsed = webhookTrigger.safeParse(readJson(message.body));
    if (!parsed.success) throw new AppError(errorCode.badRequest, 'common.invalidRequest');
    const name = webhookHeaders.parse(message.headers)['webhook-id'];
    if (!(await repository.note(deps.db, id, name)))
      throw new AppError(errorCode.conflict, 'integration.replay');
    const from = { name: row.name, ip: message.ip };
    const plan = row.alarm_plan ?? 0;
    const { action, text } = parsed.data;
    try {
      if (action === 'start')
        await deps.alarms.start(plan, { kind: 'webhook', by: row.name, text }, 'none', from);
      else await deps.alarms.act(plan, action, from);
    } catch (error) {
      // Refused: the same message may be sent again.
      await repository.forget(deps.db, id, name);
      throw error;
    }
    deps.outcome(row, '');
  }
  async function cap(id: number, message: Incoming): Promise<CapOutcome> {
    const row = incoming(id, 'cap', message);
    const taken = await deps.alerts.take(row, readCap(readXml(message.body)), message.ip);
    deps.outcome(row, '');
    return taken;
  }

  return { trigger, cap };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
