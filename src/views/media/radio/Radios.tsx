import { LiveRegular, PlugConnectedCheckmarkRegular } from '@fluentui/react-icons';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Radio, type RadioLive, radioEntity } from '../../../../contract/entities/sound/radio.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { useZoneName } from '../../app/useZoneName.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { type RadioRow, radioColumns } from '../../shared/media/radioColumns.ts';
import { useOwner } from '../../shared/media/useOwner.ts';
import { radioGroups } from '../files/groupKind.ts';
import { usePlayNow } from '../files/usePlayNow.tsx';
import { LibraryScreen } from '../library/LibraryScreen.tsx';
import type { LibraryKind } from '../library/libraryKind.ts';
import { RadioForm } from './RadioForm.tsx';

function merge(row: RadioRow | Radio, live: RadioLive | undefined): RadioRow {
  const silent = { title: '', broadcasts: 0 };
  if (live === undefined || live.rev < row.rev) return { ...silent, ...row };
  const { state, error, codec, bitrate, station, tested_at, title, broadcasts } = live;
  return { ...row, state, error, codec, bitrate, station, tested_at, title, broadcasts };
}

const kind: LibraryKind<RadioRow, RadioLive> = {
  entity: radioEntity,
  groups: radioGroups,
  feed: (streams) => streams.radio,
  groupFeed: (streams) => streams.radioGroup,
  merge,
  stateOf: (live) => live.state,
  stateField: 'state',
  states: [
    ['fails', 'radio_fails'],
    ['testing', 'radio_testing'],
    ['untested', 'radio_untested'],
    ['works', 'radio_works'],
  ],
  icon: <LiveRegular />,
  words: {
    screen: 'menu.menu_radio_management',
    add: 'radio.add',
    search: 'radio.search',
    noneTitle: 'radio.noneTitle',
    noneWhy: 'radio.noneWhy',
    groupEmptyTitle: 'radio.groupEmptyTitle',
    groupEmptyWhy: 'radio.groupEmptyWhy',
    deleteTitle: 'radio.deleteTitle',
    deleteItems: 'radio.deleteItems',
    deleteWhy: 'radio.deleteWhy',
    moveTitle: 'radio.moveTitle',
  },
};

/**
 * menu_radio_management: radio stations, tested by connecting to them; their current titles, broadcasts and
 * groups.
 */
export function Component() {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const zoneName = useZoneName();
  const clock = useSiteClock();
  const language = useLanguage();
  const play = usePlayNow<RadioRow>((row) => ({ audio_source: 2, radio: row.id }));
  const mayTest = may('edit_radio');
  const { reason: reasonOf } = useOwner();
  const test = useCallback(
    (row: RadioRow) => {
      // The row shows the result live; the session machine shows a refusal.
      api.call('/v1/radio/batch', { action: 'test', ids: [row.id] }).catch(() => undefined);
    },
    [api],
  );
  const columns = useCallback(
    (groupName: (id: number) => string, mayMove: () => boolean) =>
      radioColumns({
        t,
        language,
        timeZone: clock.timeZone(),
        groupName,
        zoneName,
        mayMove,
        onTest: test,
        noTest: (row) => (mayTest ? reasonOf([row]) : t('kit.noRight')),
      }),
    [t, language, clock, test, mayTest, zoneName, reasonOf],
  );
  const actions = (
    rows: readonly RadioRow[],
    run: (label: string, action: string) => Promise<void>,
  ): BatchAction[] => [
    play.action(rows),
    {
      key: 'test',
      label: t('radio.test'),
      icon: <PlugConnectedCheckmarkRegular />,
      disabled: mayTest ? reasonOf(rows) : t('kit.noRight'),
      onPress: () => run(t('radio.test'), 'test'),
    },
  ];
  return (
    <>
      <LibraryScreen
        kind={kind}
        columns={columns}
        actions={actions}
        form={(row, group, close) => <RadioForm row={row} group={group} onClose={close} />}
      />
      {play.dialog}
    </>
  );
}
