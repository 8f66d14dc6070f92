import { Input, makeStyles, Select, Switch } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { inputContact } from '../../../../contract/codes.ts';
import {
  defaultFireInput,
  type FireInputSettings,
} from '../../../../contract/entities/terminals/fireControlDevice.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(96px, 1fr) auto 88px auto',
    alignItems: 'center',
    gap: '4px 8px',
  },
  head: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Settings of the wiring and reading of inputs 1…`count`. */
export function InputSettings(props: {
  value: readonly FireInputSettings[];
  count: number;
  onChange: (inputs: FireInputSettings[]) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { value, count, onChange } = props;
  const inputs = Array.from({ length: count }, (_, i) => value[i] ?? defaultFireInput);
  const set = (index: number, change: Partial<FireInputSettings>) =>
    onChange(inputs.map((one, i) => (i === index ? { ...one, ...change } : one)));
  return (
    <div className={s.list}>
      <span className={s.head} />
      <span className={s.head}>{t('common.name')}</span>
      <span className={s.head}>{t('fire.contact')}</span>
      <span className={s.head}>{t('fire.debounce')}</span>
      <span className={s.head}>{t('fire.supervised')}</span>
      {inputs.map((one, i) => {
        const label = t('fire.inputN', { input: i + 1 });
        return [
          <span key={`${label} label`}>{label}</span>,
          <Input
            key={`${label} name`}
            size="small"
            maxLength={50}
            aria-label={label}
            value={one.name}
            onChange={(_, data) => set(i, { name: data.value })}
          />,
          <Select
            key={`${label} contact`}
            size="small"
            aria-label={`${label} ${t('fire.contact')}`}
            value={one.contact}
            onChange={(_, data) => set(i, { contact: data.value as FireInputSettings['contact'] })}
          >
            {Object.values(inputContact).map((contact) => (
              <option key={contact} value={contact}>
                {t(`codes.inputContact.${contact}`)}
              </option>
            ))}
          </Select>,
          <Input
            key={`${label} debounce`}
            size="small"
            type="number"
            min={0}
            max={5000}
            aria-label={`${label} ${t('fire.debounce')}`}
            value={String(one.debounce_ms)}
            onChange={(_, data) => set(i, { debounce_ms: Math.round(Number(data.value)) })}
          />,
          <Switch
            key={`${label} supervised`}
            aria-label={`${label} ${t('fire.supervised')}`}
            checked={one.supervised}
            onChange={(_, data) => set(i, { supervised: data.checked })}
          />,
        ];
      })}
    </div>
  );
}
