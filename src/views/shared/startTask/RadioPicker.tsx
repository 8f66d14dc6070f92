import { LiveRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Radio, radioEntity } from '../../../../contract/entities/sound/radio.ts';
import { useApp } from '../../app/AppContext.tsx';
import { nameColumn, statusColumn, textColumn } from '../../kit/grid/columns.ts';
import { radioLook } from '../media/radioColumns.ts';
import { useMediaGroups } from '../media/useMediaGroups.ts';
import { ListError } from '../targets/ListError.tsx';
import { OnePicker } from './OnePicker.tsx';

/** Picker of one radio station. */
export function RadioPicker(props: {
  value: number | null;
  onPick: (id: number | null) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const groups = useMediaGroups(streams.radioGroup);
  const columns = useMemo(
    () => [
      nameColumn<Radio>('name', t('common.name'), { flex: 2, minWidth: 120 }),
      statusColumn<Radio>('state', t('common.status'), (row) => radioLook[row.state], t, 'radio'),
      textColumn<Radio>('radio_url', t('radio.url'), { flex: 3, minWidth: 120 }),
    ],
    [t],
  );
  return (
    <>
      <OnePicker<Radio>
        entity={radioEntity}
        name="pick-radio"
        label={t('menu.menu_radio_management')}
        groupLabel={t('panel.radio_group')}
        searchLabel={t('radio.search')}
        groups={groups}
        columns={columns}
        value={props.value}
        onPick={props.onPick}
        empty={{ title: t('radio.noneTitle'), hint: t('radio.pickEmpty'), icon: <LiveRegular /> }}
      />
      <ListError message={props.error} />
    </>
  );
}
