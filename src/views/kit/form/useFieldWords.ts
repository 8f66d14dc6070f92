import { useTranslation } from 'react-i18next';
import type { SharedField } from './merge.ts';

/** Makes fields for `useSharedRow`: plain values as they are, those that are switched on or off, those of a list. */
export function useFieldWords() {
  const { t } = useTranslation();
  const text = (value: unknown) =>
    value === null || value === undefined || value === '' ? t('common.none') : String(value);
  return {
    text,
    plain: (name: string, label: string): SharedField => ({ name, label, text }),
    enabled: (name: string): SharedField => ({
      name,
      label: t('common.status'),
      text: (value) => t(value ? 'common.enabled' : 'common.disabled'),
    }),
    /** A row of something by its id; `nameOf` undefined: not known here. */
    named: (name: string, label: string, nameOf: (id: number) => string | undefined): SharedField => ({
      name,
      label,
      text: (value) => (value === null ? text(value) : (nameOf(Number(value)) ?? `#${value}`)),
    }),
  };
}
