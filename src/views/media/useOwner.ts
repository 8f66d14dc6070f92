import { useTranslation } from 'react-i18next';
import { useUser } from '../app/AppContext.tsx';

/** Whose a new thing is, and why others cannot be changed. What belongs to a zone is seen only by those who may change it. */
export function useOwner() {
  const { t } = useTranslation();
  const user = useUser();
  const isWhole = user?.whole_site !== false;
  return {
    /** The whole site for those who have it, else the account's first zone. */
    first: isWhole ? null : (user?.groups[0] ?? null),
    reason: (rows: readonly { org: number | null }[]): string | undefined =>
      !isWhole && rows.some(({ org }) => org === null) ? t('media.ownedBySite') : undefined,
  };
}
