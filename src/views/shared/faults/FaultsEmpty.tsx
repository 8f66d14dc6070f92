import { WarningRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import type { Criteria } from '../../kit/rows/criteria.ts';

/** Empty state of a list of faults: there are none, or none passes its filters. */
export function FaultsEmpty(props: {
  /** No open fault is filtered out. */
  isAll: boolean;
  criteria: Criteria;
  change: (patch: Partial<Criteria>) => void;
}) {
  const { t } = useTranslation();
  if (props.isAll)
    return <EmptyState icon={<WarningRegular />} title={t('shell.noFaults')} hint={t('shell.noFaultsWhy')} />;
  const words: Record<string, (value: string) => string> = {
    kind: (value) => t(`faults.kind.${value}`),
    state: (value) => t(`faults.view.${value}`),
  };
  return (
    <ListEmpty
      criteria={props.criteria}
      change={props.change}
      icon={<WarningRegular />}
      title={t('faults.noneTitle')}
      hint={t('faults.noneWhy')}
      filterText={(name, value) => words[name]?.(value) ?? value}
    />
  );
}
