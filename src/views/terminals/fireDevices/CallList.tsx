import { Button, Input, makeStyles } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { EspaCall } from '../../../../contract/entities/terminals/panel.ts';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';

const useStyles = makeStyles({
  call: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr) minmax(0, 2fr) 32px',
    alignItems: 'center',
    gap: '8px',
    marginBottom: '8px',
    '& > *': { minWidth: 0 },
  },
});

/** Calls of ESPA 4.4.4 that stand for the lines 1, 2, and so on. */
export function CallList(props: {
  label: string;
  /** Label of a line. */
  lineName: (line: number) => string;
  /** Text of an empty address or message; null: it is needed. */
  any: string | null;
  value: readonly EspaCall[];
  onChange: (calls: EspaCall[]) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { label, lineName, any, value, onChange } = props;
  const put = (at: number, over: Partial<EspaCall>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...over } : one)));
  return (
    <FieldGroup label={label}>
      {value.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its number
        <div key={i} className={s.call}>
          <span>{lineName(i + 1)}</span>
          <Input
            value={one.pager}
            maxLength={16}
            placeholder={any ?? t('panelLink.callAddress')}
            aria-label={`${lineName(i + 1)} ${t('panelLink.callAddress')}`}
            onChange={(_, data) => put(i, { pager: data.value })}
          />
          <Input
            value={one.text}
            maxLength={80}
            placeholder={any ?? t('panelLink.message')}
            aria-label={`${lineName(i + 1)} ${t('panelLink.message')}`}
            onChange={(_, data) => put(i, { text: data.value })}
          />
          {/* Only the last line: the numbers of the others are used by plans. */}
          {i === value.length - 1 && (
            <Button
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={t('common.delete')}
              title={t('common.delete')}
              onClick={() => onChange(value.slice(0, -1))}
            />
          )}
        </div>
      ))}
      <Button
        size="small"
        icon={<AddRegular />}
        onClick={() => onChange([...value, { pager: '', text: '' }])}
      >
        {lineName(value.length + 1)}
      </Button>
    </FieldGroup>
  );
}
