import type { Collection } from '../streams/collection.ts';
import type { Feeds } from '../streams/feeds.ts';
import type { UnsentAction } from './unsentAction.ts';

interface Named {
  id: number;
  name?: string;
}

/** Name of the object of an action, as the live rows have it now; empty: several, or not known. */
export function unsentName(feeds: Feeds, what: UnsentAction): string {
  if (what.on === 'all') return what.org === null ? '' : (feeds.partition.get(what.org)?.name ?? '');
  if (what.on === 'new') return what.name;
  if (what.on === 'alarm')
    return feeds.alarmPlan.get(what.plan)?.name ?? feeds.alarm.get(what.alarm ?? 0)?.plan_name ?? '';
  const [id, another] = what.ids;
  if (id === undefined || another !== undefined) return '';
  const { dialogue, caster, capturer, xtts, fire_control_device } = feeds.terminals;
  const first = (...all: readonly Pick<Collection<Named>, 'get'>[]) =>
    all.map((rows) => rows.get(id)?.name).find((name) => name !== undefined) ?? '';
  switch (what.on) {
    case 'task':
    case 'volume':
      return first(feeds.task);
    case 'scheduled_task':
      return first(feeds.scheduledTask);
    case 'capturer_task':
      return first(feeds.capturerTask);
    case 'gpio_task':
      return first(feeds.gpioTask);
    case 'linkage_task':
      return first(feeds.linkageTask);
    case 'queued_start':
      return first(feeds.queuedStart);
    case 'talk_link':
      return feeds.talkLink.get(id)?.title ?? '';
    case 'upgrade': {
      const [batch] = feeds.upgrade.filter((row) => row.kind === 'batch' && row.upgrade === id);
      return batch?.kind === 'batch' ? batch.upgrade_pack_name : '';
    }
    case 'line': {
      const line = feeds.io.get(id);
      return line === undefined ? '' : `${line.terminal_name} · ${line.name || line.number}`;
    }
    case 'terminal':
    case 'station':
      return first(feeds.device, dialogue, caster, capturer, xtts, fire_control_device);
  }
}
