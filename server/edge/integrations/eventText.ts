import { meaningOf } from '../../../contract/codeMeanings.ts';
import type { WebhookMessage } from '../../../contract/entities/site/integration.ts';

/** Severity of an event for the operators of a network. */
export type EventSeverity = 'alarm' | 'fault' | 'notice';

/** Severity of an event: a real alarm that starts, a fault that begins, or anything else. */
export function severityOf({ type, data }: WebhookMessage): EventSeverity {
  if (type === 'alarm.started' && data.drill === 'none') return 'alarm';
  return type === 'fault.opened' ? 'fault' : 'notice';
}

const verbs: Record<string, string> = {
  started: 'started',
  changed: 'changed',
  ended: 'ended',
  opened: 'began',
  resolved: 'ended',
};

/** Sentence in English for people who read logs of events. */
export function sentenceOf({ type, data }: WebhookMessage): string {
  const [what = '', verb = ''] = type.split('.');
  const happened = verbs[verb] ?? verb;
  if (what === 'alarm') {
    const noun = data.drill === 'none' ? 'Alarm' : 'Drill';
    return `${noun} "${data.plan_name}" ${happened}`;
  }
  const kind = data.kind as keyof typeof meaningOf.faultKind;
  const { name, code } = data.params as Record<string, unknown>;
  const subject = [name, code].filter((one) => typeof one === 'string' && one !== '').join(', ');
  return `Fault ${happened}: ${meaningOf.faultKind[kind]}${subject === '' ? '' : ` (${subject})`}`;
}
