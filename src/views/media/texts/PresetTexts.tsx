import { ArrowSyncRegular, DocumentTextRegular, HeadphonesRegular } from '@fluentui/react-icons';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PresetText,
  type PresetTextLive,
  presetTextEntity,
} from '../../../../contract/entities/sound/presetText.ts';
import type { SpeechValue } from '../../../../contract/entities/sound/upload.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { useZoneName } from '../../app/useZoneName.ts';
import { PlayerBar } from '../../kit/player/PlayerBar.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';
import { presetTextGroups } from '../files/groupKind.ts';
import { usePlayNow } from '../files/usePlayNow.tsx';
import { LibraryScreen } from '../library/LibraryScreen.tsx';
import type { LibraryKind } from '../library/libraryKind.ts';
import { PresetTextForm } from './PresetTextForm.tsx';
import { presetTextColumns } from './presetTextColumns.ts';

function merge(row: PresetText, live: PresetTextLive | undefined): PresetText {
  if (live === undefined || live.rev < row.rev) return row;
  const { build_status, build_error, duration_ms } = live;
  return { ...row, build_status, build_error, duration_ms };
}

const kind: LibraryKind<PresetText, PresetTextLive> = {
  entity: presetTextEntity,
  groups: presetTextGroups,
  feed: (streams) => streams.presetText,
  groupFeed: (streams) => streams.presetTextGroup,
  merge,
  stateOf: (live) => live.build_status,
  stateField: 'build_status',
  states: [
    ['failed', 'build_failed'],
    ['building', 'building'],
    ['waiting', 'build_waiting'],
    ['built', 'built'],
  ],
  icon: <DocumentTextRegular />,
  words: {
    screen: 'menu.menu_preset_text',
    add: 'presetText.add',
    search: 'presetText.search',
    noneTitle: 'presetText.noneTitle',
    noneWhy: 'presetText.noneWhy',
    groupEmptyTitle: 'presetText.groupEmptyTitle',
    groupEmptyWhy: 'presetText.groupEmptyWhy',
    deleteTitle: 'presetText.deleteTitle',
    deleteItems: 'presetText.deleteItems',
    deleteWhy: 'presetText.deleteWhy',
    moveTitle: 'presetText.moveTitle',
  },
};

/**
 * menu_preset_text: texts that are synthesized once and played like files; voice, speed, build status,
 * playback, groups.
 */
export function Component() {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const owner = useOwner();
  const zoneName = useZoneName();
  const clock = useSiteClock();
  const language = useLanguage();
  const [heard, setHeard] = useState<PresetText | null>(null);
  const play = usePlayNow<PresetText>((row) => ({ audio_source: 1, preset_text: row.id }));
  const listen = useCallback((row: PresetText) => {
    if (row.build_status === 'built') setHeard(row);
  }, []);
  const columns = useCallback(
    (groupName: (id: number) => string, mayMove: () => boolean) =>
      presetTextColumns({
        t,
        language,
        timeZone: clock.timeZone(),
        groupName,
        zoneName,
        mayMove,
        onListen: listen,
      }),
    [t, language, clock, listen, zoneName],
  );
  const actions = (
    rows: readonly PresetText[],
    run: (label: string, action: string) => Promise<void>,
  ): BatchAction[] => {
    const [first] = rows;
    const single = rows.length === 1 ? undefined : t('kit.onlyOne');
    const unbuilt = rows.some((row) => row.build_status !== 'built') ? t('file.notBuilt') : undefined;
    return [
      play.action(rows, unbuilt),
      {
        key: 'listen',
        label: t('file.listen'),
        icon: <HeadphonesRegular />,
        reads: true,
        disabled: single ?? unbuilt,
        onPress: () => {
          setHeard(first ?? null);
          return undefined;
        },
      },
      {
        key: 'build',
        label: t('presetText.rebuild'),
        icon: <ArrowSyncRegular />,
        disabled: may('edit_preset_text') ? owner.reason(rows) : t('kit.noRight'),
        onPress: () => run(t('presetText.rebuild'), 'build'),
      },
    ];
  };
  return (
    <>
      <LibraryScreen
        kind={kind}
        columns={columns}
        actions={actions}
        form={(row, group, close) => <PresetTextForm row={row} group={group} onClose={close} />}
        foot={
          heard !== null && (
            <PlayerBar
              key={`${heard.id}/${heard.rev}`}
              title={heard.name}
              seconds={(heard.duration_ms ?? 0) / 1000}
              load={async () =>
                (
                  await api.post<SpeechValue>(`/v1/preset_text/${heard.id}/ticket`, undefined, {
                    quiet: true,
                  })
                ).url
              }
              onClose={() => setHeard(null)}
            />
          )
        }
      />
      {play.dialog}
    </>
  );
}
