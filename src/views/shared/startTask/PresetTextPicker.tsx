import { DocumentTextRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PresetText, presetTextEntity } from '../../../../contract/entities/sound/presetText.ts';
import { useApp } from '../../app/AppContext.tsx';
import { nameColumn, numberColumn, textColumn } from '../../kit/grid/columns.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { useMediaGroups } from '../media/useMediaGroups.ts';
import { ListError } from '../targets/ListError.tsx';
import { OnePicker } from './OnePicker.tsx';

/** Only texts that can be played are offered. */
const playable = { build_status: 'built' };

/** Picker of one preset text. */
export function PresetTextPicker(props: {
  value: number | null;
  onPick: (id: number | null) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const groups = useMediaGroups(streams.presetTextGroup);
  const columns = useMemo(
    () => [
      nameColumn<PresetText>('name', t('common.name'), { flex: 2, minWidth: 100 }),
      textColumn<PresetText>('textContent', t('task.text'), { flex: 3, minWidth: 120 }),
      numberColumn<PresetText>(
        'duration_ms',
        t('file.length'),
        (ms) => (ms === null ? '—' : durationText(t, ms)),
        { width: 92 },
      ),
    ],
    [t],
  );
  return (
    <>
      <OnePicker<PresetText>
        entity={presetTextEntity}
        name="pick-preset-text"
        label={t('menu.menu_preset_text')}
        groupLabel={t('panel.text_group')}
        searchLabel={t('presetText.search')}
        groups={groups}
        only={playable}
        columns={columns}
        value={props.value}
        onPick={props.onPick}
        empty={{
          title: t('presetText.noneTitle'),
          hint: t('presetText.pickEmpty'),
          icon: <DocumentTextRegular />,
        }}
      />
      <ListError message={props.error} />
    </>
  );
}
