import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { capturerMode } from '../../../../contract/codes.ts';
import { SelectField } from '../../kit/form/fields.tsx';
import { LineNamesField } from '../../kit/form/LineNames.tsx';
import {
  type CapturerRow,
  capturerColumns,
  channelCount,
  channelName,
} from '../../shared/terminals/capturerColumns.ts';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';
import { KindScreen } from '../kinds/KindScreen.tsx';
import { Channels } from './Channels.tsx';

function settings(t: TFunction, { control }: TerminalFormControls, row: CapturerRow) {
  return (
    <>
      <SelectField
        control={control}
        name="mode"
        label={t('capturer.mode')}
        hint={t('capturer.modeHint')}
        options={Object.values(capturerMode).map((mode) => ({
          value: mode,
          label: t(`codes.capturerMode.${mode}`),
        }))}
      />
      <LineNamesField
        control={control}
        name="channel_names"
        label={t('capturer.channelNames')}
        count={channelCount(row)}
        line={(channel) => t('capturer.channelN', { channel })}
      />
    </>
  );
}

/** menu_capturer_status: capturers, live: channels with their levels, trigger mode, groups. */
export function Component() {
  const { t } = useTranslation();
  return (
    <KindScreen
      kind="capturer"
      columns={capturerColumns}
      Now={Channels}
      facts={(row) => [
        [t('capturer.mode'), t(`codes.capturerMode.${row.mode}`)],
        [
          t('capturer.channelNames'),
          row.channel_names.map((_, i) => channelName(row, i + 1, t)).join(t('kit.listComma')) ||
            t('common.none'),
        ],
      ]}
      fields={(form, row) => settings(t, form, row)}
    />
  );
}
