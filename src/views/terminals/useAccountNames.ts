import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountEntity } from '../../../contract/entities/account.ts';
import { useApp } from '../app/AppContext.tsx';

const key = (id: unknown) => [accountEntity.path, id];

/** Names of console accounts, as far as one may see them; the choice of an owner keeps them in the same place. */
export function useAccountNames() {
  const { t } = useTranslation();
  const { crud } = useApp();
  const queries = useQueryClient();
  return {
    nameOf: (id: unknown) =>
      id === null || id === undefined
        ? t('common.none')
        : (queries.getQueryData<{ name: string }>(key(id))?.name ?? `#${String(id)}`),
    /** Asks for those that are not known yet. */
    async learn(ids: readonly unknown[]): Promise<void> {
      const unknown = ids.filter((id): id is number => typeof id === 'number');
      await Promise.allSettled(
        unknown.map((id) =>
          queries.ensureQueryData({
            queryKey: key(id),
            queryFn: () => crud(accountEntity).get(id, { quiet: true }),
          }),
        ),
      );
    },
  };
}
