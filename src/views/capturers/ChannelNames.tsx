import { Input, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', alignItems: 'center', gap: '4px 8px' },
});

/** The names of the channels 1…`count`; an empty one goes by its number. */
export function ChannelNames(props: {
  value: readonly string[];
  count: number;
  onChange: (names: string[]) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { value, count, onChange } = props;
  const names = Array.from({ length: count }, (_, i) => value[i] ?? '');
  return (
    <div className={s.list}>
      {names.map((name, i) => {
        const label = t('capturer.channelN', { channel: i + 1 });
        return [
          <span key={`${label} label`}>{label}</span>,
          <Input
            key={label}
            size="small"
            maxLength={50}
            aria-label={label}
            value={name}
            onChange={(_, data) => onChange(names.map((old, k) => (k === i ? data.value : old)))}
          />,
        ];
      })}
    </div>
  );
}
