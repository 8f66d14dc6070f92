import type { TFunction } from 'i18next';
import type { UnsentAction } from '../../../machines/unsentAction.ts';

const onTerminals = {
  restart: 'common.restart',
  identify: 'devices.identify',
  stop: 'common.stop',
  set_server: 'administration.serverAction',
  set_buffalo: 'administration.remote',
  test_tone: 'devices.testTone',
} as const;
const onStations = { call: 'dialogue.call', hang_up: 'dialogue.hangUp', page: 'dialogue.ringPhone' } as const;

const volumeWord = (t: TFunction, volume: number | null) =>
  volume === null ? t('task.ownVolume') : t('unsent.toVolume', { volume });

/** Word for an unsent action, as its button has it. */
export function unsentWord(t: TFunction, what: UnsentAction): string {
  switch (what.on) {
    case 'all':
      return t('common.stopAll');
    case 'new':
      return t('task.start');
    case 'task':
    case 'scheduled_task':
    case 'capturer_task':
      if (what.action === 'previous' || what.action === 'next') return t(`common.${what.action}`);
      return t(`codes.playbackAction.${what.action}`);
    case 'alarm':
      return t(`codes.alarmAction.${what.action}`);
    case 'gpio_task':
      return t(`gpio.${what.action}`);
    case 'linkage_task':
      return t(what.action === 'start' ? 'linkage.play' : 'linkage.stop');
    case 'line':
      return t(`io.action.${what.action}`);
    case 'terminal':
      return what.action === 'volume' ? volumeWord(t, what.volume) : t(onTerminals[what.action]);
    case 'volume':
      return volumeWord(t, what.volume);
    case 'station':
      return t(onStations[what.action]);
    case 'queued_start':
      return t('queue.cancel');
    case 'talk_link':
      return t('phoneLink.end');
    case 'upgrade':
      return t(what.action === 'begin' ? 'upgrade.begin' : `codes.upgradeAction.${what.action}`);
  }
}

/** Names an unsent action with its object, or with their number. */
export function unsentText(t: TFunction, what: UnsentAction, name: string): string {
  const action = unsentWord(t, what);
  if (name !== '') return t('unsent.what', { action, name });
  const n = 'ids' in what ? what.ids.length : 0;
  return n > 1 ? t('unsent.several', { action, n }) : action;
}
