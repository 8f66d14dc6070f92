import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Criteria } from '../rows/criteria.ts';
import { EmptyState, NoMatch } from './EmptyState.tsx';

/**
 * Empty state of a list: either no row passes the filters, which it names and removes, or there are no rows
 * yet. `filterText` describes a filter; by default its value.
 */
export function ListEmpty(props: {
  criteria: Criteria;
  change: (patch: Partial<Criteria>) => void;
  title: string;
  hint: string;
  icon?: ReactNode;
  actions?: ReactNode;
  filterText?: (name: string, value: string) => string;
}) {
  const { t } = useTranslation();
  const { criteria, change, filterText } = props;
  const set = Object.entries({ ...criteria.filters, ...(criteria.q ? { q: criteria.q } : {}) });
  const drop = (names: readonly string[]) =>
    change({
      ...(names.includes('q') ? { q: '' } : {}),
      filters: Object.fromEntries(names.filter((name) => name !== 'q').map((name) => [name, ''])),
    });
  if (set.length === 0)
    return <EmptyState icon={props.icon} title={props.title} hint={props.hint} actions={props.actions} />;
  return (
    <NoMatch
      title={t('kit.noMatch')}
      filters={set.map(([key, value]) => ({ key, text: filterText?.(key, value) ?? value }))}
      onDrop={(name) => drop([name])}
      onClear={() => drop(set.map(([name]) => name))}
    />
  );
}
