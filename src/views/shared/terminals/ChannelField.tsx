import {
  Button,
  type ButtonProps,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  useFieldControlProps_unstable,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useId, useMemo, useState } from 'react';
import type { Control, FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import {
  type ChannelNode,
  channelTree,
  readTunnelId,
  tunnelId,
} from '../../../../contract/entities/terminals/channelTree.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { FormField } from '../../kit/form/fields.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { tokens, vh } from '../../theme/tokens.ts';
import { ChannelTree } from './ChannelTree.tsx';
import { type CapturerRow, channelCount, channelName } from './capturerColumns.ts';

/** Interval of reading the capturers again, whose levels change all the time, ms. */
const everyMs = 1000;
const none: readonly CapturerRow[] = [];

const useStyles = makeStyles({
  button: {
    justifyContent: 'space-between',
    width: '100%',
    minWidth: 0,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'left',
  },
  name: { minWidth: 0, whiteSpace: 'nowrap' },
  unset: { color: tokens.colorNeutralForeground3 },
  surface: {
    display: 'flex',
    flexDirection: 'column',
    boxSizing: 'border-box',
    width: '320px',
    height: `min(${vh(50)}, 320px)`,
    padding: '4px',
  },
  none: { padding: '12px', color: tokens.colorNeutralForeground3 },
});

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
      order.map((row) => ({
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
      {({ value, onChange, ref, onBlur }) => (
        <ChannelPicker
          tree={tree}
          chosen={capturer === null || value === null ? '' : tunnelId(capturer, Number(value))}
          buttonRef={ref}
          onBlur={onBlur}
          onChoose={(id) => {
            const picked = readTunnelId(id);
            if (picked === null) return;
            if (picked.capturer !== capturer) props.onCapturer(picked.capturer);
            onChange(picked.channel);
          }}
        />
      )}
    </FormField>
  );
}

/** Button with the chosen channel, which opens the tree. The field gives it its name and its error. */
function ChannelPicker(props: {
  tree: readonly ChannelNode[];
  chosen: string;
  buttonRef: (element: HTMLButtonElement | null) => void;
  onBlur: () => void;
  onChoose: (tunnelId: string) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const surface = useId();
  const { tree, chosen, buttonRef, onBlur, onChoose } = props;
  const field = useFieldControlProps_unstable<ButtonProps>({});
  const name = tree.flatMap(({ children }) => children).find(({ id }) => id === chosen)?.name;
  return (
    <Popover open={isOpen} onOpenChange={(_, data) => setOpen(data.open)} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <Button
          {...field}
          ref={buttonRef}
          onBlur={onBlur}
          className={s.button}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          {...(isOpen ? { 'aria-controls': surface } : {})}
          icon={<ChevronDownRegular />}
          iconPosition="after"
        >
          <span className={mergeClasses(s.name, name === undefined && s.unset)}>
            <NameText name={name ?? t('capturerTask.chooseChannel')} />
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverSurface id={surface} className={s.surface} aria-label={t('schedule.channel')}>
        {tree.length === 0 && <div className={s.none}>{t('terminalKind.noneTitle.capturer')}</div>}
        <ChannelTree
          tree={tree}
          chosen={chosen}
          onChoose={(id) => {
            setOpen(false);
            onChoose(id);
          }}
        />
      </PopoverSurface>
    </Popover>
  );
}
