import { Combobox, Option } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallable } from '../../shared/terminals/NumberChoice.tsx';

/** Largest number of options shown; typing narrows them. */
const most = 50;

/** The called party: a station, or a virtual caster. */
export interface CalledParty {
  station: number | null;
  virtual_caster: number | null;
}

/** Key of an option, as `useCallable` makes it. */
const keyOf = ({ station, virtual_caster: virtual }: CalledParty) =>
  station === null ? (virtual === null ? '' : `virtual ${virtual}`) : `station ${station}`;

/** Chooses a station or a virtual caster by name, including those without a number, which a code can call. */
export function CalledPartyField(props: {
  value: CalledParty;
  onChange: (called: CalledParty) => void;
  onBlur: () => void;
}) {
  const { t } = useTranslation();
  const all = useCallable(0);
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = all.find(({ key }) => key === keyOf(props.value));
  const words = (typed ?? '').trim().toLocaleLowerCase();
  const shown = all.filter((one) => `${one.name} ${one.number}`.toLocaleLowerCase().includes(words));
  const pick = (key: string | undefined) => {
    const [kind, id] = (key ?? '').split(' ');
    setTyped(null);
    props.onChange({
      station: kind === 'station' ? Number(id) : null,
      virtual_caster: kind === 'virtual' ? Number(id) : null,
    });
  };
  return (
    <Combobox
      freeform
      clearable
      style={{ width: '100%', minWidth: 0 }}
      placeholder={t('quickCode.findStation')}
      value={typed ?? chosen?.name ?? ''}
      selectedOptions={chosen === undefined ? [] : [chosen.key]}
      onChange={({ target }) => setTyped(target.value)}
      onOptionSelect={(_, { optionValue }) => pick(optionValue)}
      onBlur={() => {
        // Typed text without a chosen option is discarded; an emptied field clears the choice.
        if (typed?.trim() === '') pick(undefined);
        setTyped(null);
        props.onBlur();
      }}
    >
      {shown.slice(0, most).map(({ key, name, number }) => (
        <Option key={key} value={key} text={name}>
          {[name, key.startsWith('virtual') ? t('quickCode.virtual') : '', number]
            .filter(Boolean)
            .join(' · ')}
        </Option>
      ))}
      {shown.length === 0 && (
        <Option key="none" value="" disabled>
          {t('kit.nothingToChoose')}
        </Option>
      )}
    </Combobox>
  );
}
