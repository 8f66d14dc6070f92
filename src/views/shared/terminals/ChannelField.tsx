import { useMemo } from 'react';
import type { Control, FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { SelectField } from '../../kit/form/fields.tsx';
import { type CapturerRow, channelCount, channelName } from './capturerColumns.ts';

/** Field for a channel of the chosen capturer, by name; numbered from 1 (contract/protocol/terminalStatus.ts). */
export function ChannelField<
  V extends FieldValues & { capturer_channel: number | null },
  O extends FieldValues,
>(props: { control: Control<V, unknown, O>; capturer: number | null }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const { capturer: capturers } = streams.terminals;
  const id = props.capturer ?? 0;
  const row$ = useMemo(() => capturers.row$(id), [capturers, id]);
  const row = useObservable<CapturerRow | undefined>(row$, capturers.get(id));
  const count = row === undefined ? 0 : channelCount(row);
  return (
    <SelectField
      control={props.control}
      name={'capturer_channel' as Path<V>}
      label={t('schedule.channel')}
      required
      options={Array.from({ length: count }, (_, index) => ({
        value: index + 1,
        label: row === undefined ? String(index + 1) : channelName(row, index + 1, t),
      }))}
    />
  );
}
