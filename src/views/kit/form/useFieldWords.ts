import { useTranslation } from 'react-i18next';
import { useNames } from '../rows/useNames.ts';
import type { SharedField } from './merge.ts';

/** Creates fields for `useEntityForm`: plain values, switches, and lists. */
export function useFieldWords() {
  const { t } = useTranslation();
  const { nameOf } = useNames();
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
    /** Field for a row of an entity by its id. `path`: the entity's, under `/v1`. */
    named: (name: string, label: string, path: string): SharedField => ({
      name,
      label,
      path,
      text: (value) => (value === null || value === undefined ? text(value) : nameOf(path, Number(value))),
    }),
    /** Field for several rows of an entity by their ids. */
    namedAll: (name: string, label: string, path: string): SharedField => ({
      name,
      label,
      path,
      text: (value) =>
        Array.isArray(value) && value.length > 0
          ? value.map((id) => nameOf(path, Number(id))).join(t('kit.listComma'))
          : text(null),
    }),
  };
}
