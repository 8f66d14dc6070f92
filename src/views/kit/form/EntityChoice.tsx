import { Combobox, makeStyles, Option } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../../contract/api/envelope.ts';
import { useApp } from '../../app/AppContext.tsx';

const useStyles = makeStyles({
  // Browsers give a text field the width of some twenty letters; here it fills its column.
  root: { width: '100%', minWidth: 0, boxSizing: 'border-box', gridTemplateColumns: 'minmax(0, 1fr) auto' },
  input: { minWidth: 0, width: '100%' },
  list: { maxHeight: '320px' },
});

/** Number of options offered; typing narrows them. */
const limit = 50;
/** Value of the option for the typed text. */
const TYPED = 'typed';
/** Delay after typing before the server is asked, ms. */
const debounceMs = 250;

interface Named {
  id: number;
  name: string;
}

/** Option that takes the typed text itself. */
interface TypedOption {
  label: (text: string) => string;
  onPick: (text: string) => void;
}

/**
 * Chooses one row of an entity by typing part of its name; cleared: null. `path`: the entity's, under `/v1`.
 * `query`: further filters of the list.
 */
export function EntityChoice(props: {
  path: string;
  value: number | null;
  onChange: (id: number | null, name: string) => void;
  onBlur?: () => void;
  /** Text shown without a row. */
  text?: string;
  typedOption?: TypedOption;
  size?: 'small' | 'medium';
  /** Takes the focus and shows the options at once. */
  isOpened?: boolean;
  query?: Readonly<Record<string, string>>;
  placeholder?: string;
  'aria-label'?: string;
}) {
  const { path, value, onChange, query = {}, onBlur, text = '', typedOption, isOpened, ...rest } = props;
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const [typed, setTyped] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed ?? ''), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = useQuery({
    queryKey: ['rows', path, 'choice', search, query],
    queryFn: () =>
      api.get<Page<Named>>(
        `/v1/${path}`,
        { page: 1, limit, sort: 'name', ...(search === '' ? {} : { q: search }), ...query },
        { quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  const own = useQuery({
    queryKey: [path, value],
    queryFn: () => api.get<Named>(`/v1/${path}/${value}`, undefined, { quiet: true }),
    enabled: value !== null,
  });
  const rows = list.data?.rows ?? [];
  const name = value === null ? text : (rows.find((row) => row.id === value)?.name ?? own.data?.name ?? '');
  const isTyped = typedOption !== undefined && typed !== null && typed.trim() !== '';
  return (
    <Combobox
      {...rest}
      {...(isOpened === true ? { autoFocus: true, defaultOpen: true } : {})}
      className={s.root}
      input={{ className: s.input }}
      listbox={{ className: s.list }}
      clearable
      freeform
      value={typed ?? name}
      selectedOptions={value === null ? [] : [String(value)]}
      onChange={(event) => setTyped(event.target.value)}
      onOptionSelect={(_, data) => {
        setTyped(null);
        if (data.optionValue === TYPED) typedOption?.onPick((typed ?? '').trim());
        else if (data.optionValue === undefined) onChange(null, '');
        else onChange(Number(data.optionValue), data.optionText ?? '');
      }}
      onBlur={() => {
        // Text that was typed without choosing is no choice; an empty field is none.
        if (typed?.trim() === '') onChange(null, '');
        setTyped(null);
        onBlur?.();
      }}
    >
      {rows.map((row) => (
        <Option key={row.id} value={String(row.id)}>
          {row.name}
        </Option>
      ))}
      {isTyped && (
        <Option key={TYPED} value={TYPED} text={typed}>
          {typedOption.label(typed.trim())}
        </Option>
      )}
      {rows.length === 0 && !isTyped && (
        <Option key="none" value="" disabled>
          {list.isError ? t('common.interfaceFailed') : t('kit.nothingToChoose')}
        </Option>
      )}
    </Combobox>
  );
}
