import {
  AlertUrgentRegular,
  MegaphoneLoudRegular,
  Speaker2Regular,
  StopRegular,
} from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import {
  alarmPermissions,
  drillPermission,
  type PermissionKey,
} from '../../../../contract/api/permissions.ts';
import type { SearchAnswer, SearchHit } from '../../../../contract/api/search.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import type { Command } from './commands.ts';
import { kindName } from './hitTargets.ts';
import type { PaletteOption } from './option.ts';
import { matches } from './screenMatch.ts';

/** Permission keys of which any one offers a command. */
const needed: Record<Command['kind'], readonly PermissionKey[]> = {
  volume: ['operate_device'],
  stop: ['operate_real_time_task', 'operate_task'],
  alarm: [...alarmPermissions.start, ...drillPermission],
};
const icons = { volume: Speaker2Regular, stop: StopRegular, alarm: AlertUrgentRegular };
/** Names of the all-call in the three languages, beside its name on the screen. */
const allCallWords = 'all-call all call 全区广播 전체 방송';

/** Effects of the commands; each opens a question or a guarded control, apart from the volume. */
export interface CommandActions {
  volume(hit: SearchHit, volume: number): void;
  /** Null: all zones of the account. */
  stop(hit: SearchHit | null): void;
  alarm(hit: SearchHit): void;
  allCall(): void;
}

/** Returns the command if the account may give it. */
export function useAllowed(): (command: Command | null) => Command | null {
  const may = usePermission();
  return (command) => (command !== null && may(needed[command.kind]) ? command : null);
}

/** Options of a typed command: those known at once, and one for each object that its target fits. */
export function useCommandOptions(actions: CommandActions) {
  const { t } = useTranslation();
  const language = useLanguage();
  const may = usePermission();

  /** Options that need no answer of the server. */
  function known(command: Command | null, query: string): PaletteOption[] {
    const options: PaletteOption[] = [];
    const kind = t('palette.command');
    const common = { section: 'commands' as const, place: '', kind };
    if (
      query !== '' &&
      may('all_call_broadcast') &&
      matches(`${allCallWords} ${t('talk.mode.all_call')}`, query)
    )
      options.push({
        ...common,
        key: 'all-call',
        icon: MegaphoneLoudRegular,
        title: t('talk.mode.all_call'),
        run: actions.allCall,
      });
    if (command?.kind === 'stop' && command.target === '')
      options.push({
        ...common,
        key: 'stop-all',
        icon: StopRegular,
        title: t('palette.stopAll'),
        run: () => actions.stop(null),
      });
    return options;
  }

  /** Options for the objects that fit the target. */
  function found(command: Command | null, answer: SearchAnswer | undefined): PaletteOption[] {
    if (command === null || answer === undefined) return [];
    return answer.hits.map((hit) => ({
      key: `${command.kind} ${hit.kind} ${hit.id}`,
      section: 'commands',
      icon: icons[command.kind],
      title: titleOf(command, hit.name),
      place: [hit.code, hit.place].filter(Boolean).join(' · '),
      kind: kindName(hit.kind, language),
      run: () => {
        if (command.kind === 'stop') actions.stop(hit);
        else if (command.kind === 'alarm') actions.alarm(hit);
        else if (command.volume !== null) actions.volume(hit, command.volume);
      },
    }));
  }

  function titleOf(command: Command, name: string): string {
    if (command.kind === 'volume') return t('palette.volumeOf', { name, volume: command.volume });
    return t(command.kind === 'stop' ? 'palette.stopIn' : 'palette.openAlarm', { name });
  }

  return { known, found };
}
