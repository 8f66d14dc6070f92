import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountEntity } from '../../../../contract/entities/site/account.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';

/** Name of the console account that owns a caster, if the user may see it. */
export function OwnerName({ id }: { id: number | null }) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const may = usePermission();
  const { data } = useQuery({
    queryKey: ['rows', accountEntity.path, id],
    queryFn: () => crud(accountEntity).get(id ?? 0, { quiet: true }),
    enabled: id !== null && may('list_user'),
    retry: false,
  });
  if (id === null) return t('common.none');
  return data === undefined ? t('common.unknown') : `${data.name} (${data.code})`;
}
