import { Dropdown, Option, OptionGroup } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { Control, FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import { channelTree, readTunnelId, tunnelId } from '../../../../contract/entities/terminals/channelTree.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { FormField } from '../../kit/form/fields.tsx';
import { type CapturerRow, channelCount, channelName } from './capturerColumns.ts';

/** Number of capturers in the tree; the field of the capturer finds the others. */
const MAX_CAPTURERS = 50;
/** Interval of reading the capturers again, whose levels change all the time, ms. */
const everyMs = 1000;
const none: readonly CapturerRow[] = [];

/**
 * Field for a channel, chosen in the tree of capturers and their channels, the chosen capturer first. Channels are
 * numbered from 1 (contract/protocol/terminalStatus.ts). `onCapturer`: a channel of another capturer was chosen.
 */
export function ChannelField<
  V extends FieldValues & { capturer_channel: number | null },
  O extends FieldValues,
>(props: {
  control: Control<V, unknown, O>;
  capturer: number | null;
  onCapturer: (capturer: number) => void;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const { capturer } = props;
  const rows$ = useMemo(
    () =>
      streams.terminals.capturer.rows$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
      ),
    [streams],
  );
  const rows = useObservable(rows$, none);
  const tree = useMemo(() => {
    const order = rows.toSorted(
      (a, b) => Number(b.id === capturer) - Number(a.id === capturer) || a.name.localeCompare(b.name),
    );
    return channelTree(
      order.slice(0, MAX_CAPTURERS).map((row) => ({
        id: row.id,
        name: row.name,
        channels: Array.from({ length: channelCount(row) }, (_, index) => channelName(row, index + 1, t)),
      })),
    );
  }, [rows, capturer, t]);
  return (
    <FormField
      control={props.control}
      name={'capturer_channel' as Path<V>}
      label={t('schedule.channel')}
      required
    >
      {({ value, onChange, ref, ...field }) => {
        const chosen = capturer === null || value === null ? '' : tunnelId(capturer, Number(value));
        const node = tree.flatMap(({ children }) => children).find(({ id }) => id === chosen);
        return (
          <Dropdown
            {...field}
            ref={ref}
            style={{ minWidth: 0 }}
            value={node?.name ?? ''}
            selectedOptions={[chosen]}
            onOptionSelect={(_, data) => {
              const picked = readTunnelId(data.optionValue ?? '');
              if (picked === null) return;
              if (picked.capturer !== capturer) props.onCapturer(picked.capturer);
              onChange(picked.channel);
            }}
          >
            {tree.map(({ id, name, children }) => (
              <OptionGroup key={id} label={name}>
                {children.map((channel) => (
                  <Option key={channel.id} value={channel.id} text={channel.name}>
                    {channel.name}
                  </Option>
                ))}
              </OptionGroup>
            ))}
          </Dropdown>
        );
      }}
    </FormField>
  );
}
