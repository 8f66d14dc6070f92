import { Button, Combobox, makeStyles, Option } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameText } from '../../kit/layout/NameText.tsx';
import { ListError } from '../../shared/targets/ListError.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: { margin: '0 0 4px', padding: 0, listStyle: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  name: { minWidth: 0, whiteSpace: 'nowrap' },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  add: { width: '100%', maxWidth: '420px', minWidth: 0 },
  list_: { maxHeight: '320px' },
});

/** Number of options offered; typing narrows them. */
const offered = 50;

/** Field for an ordered list of entities that a plan uses, with a search by name for adding more. */
export function ThingsField<Row extends { id: number; name: string }>(props: {
  label: string;
  /** Sorted by name; undefined while loading. */
  rows: readonly Row[] | undefined;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  detail: (row: Row) => ReactNode;
  placeholder: string;
  /** Shown when there are none to choose: what to do. */
  none: ReactNode;
  error?: string | undefined;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { rows, chosen, onChange } = props;
  const [typed, setTyped] = useState('');
  const word = typed.trim().toLocaleLowerCase();
  const left = (rows ?? []).filter(
    (row) => !chosen.includes(row.id) && row.name.toLocaleLowerCase().includes(word),
  );
  return (
    <div>
      {chosen.length > 0 && (
        <ul className={s.list} aria-label={props.label}>
          {chosen.map((id) => {
            const row = rows?.find((one) => one.id === id);
            const name = row?.name ?? `#${id}`;
            return (
              <li key={id} className={s.row}>
                <span className={s.name}>
                  <NameText name={name} />
                </span>
                <span className={s.detail}>{row !== undefined && props.detail(row)}</span>
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<DismissRegular />}
                  aria-label={t('kit.removeItem', { name })}
                  title={t('kit.removeItem', { name })}
                  onClick={() => onChange(chosen.filter((one) => one !== id))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {rows?.length === 0 ? (
        props.none
      ) : (
        <Combobox
          className={s.add}
          listbox={{ className: s.list_ }}
          size="small"
          freeform
          aria-label={props.placeholder}
          placeholder={props.placeholder}
          value={typed}
          selectedOptions={[]}
          onChange={(event) => setTyped(event.target.value)}
          onOptionSelect={(_, data) => {
            setTyped('');
            const id = Number(data.optionValue);
            if (id > 0) onChange([...chosen, id]);
          }}
          onBlur={() => setTyped('')}
        >
          {left.slice(0, offered).map((row) => (
            <Option key={row.id} value={String(row.id)}>
              {row.name}
            </Option>
          ))}
          {left.length === 0 && (
            <Option value="" disabled>
              {t('kit.nothingToChoose')}
            </Option>
          )}
        </Combobox>
      )}
      <ListError message={props.error} />
    </div>
  );
}
