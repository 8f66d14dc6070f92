import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useUser } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';

const noZones: readonly unknown[] = [];

/** Whose a new thing is, and why others cannot be changed. What belongs to a zone is seen only by those who may change it. */
export function useOwner() {
  const { t } = useTranslation();
  const user = useUser();
  const isWhole = user?.whole_site !== false;
  const groups = user?.groups;
  return useMemo(
    () => ({
      /** The whole site for those who have it, else the account's first zone. */
      first: isWhole ? null : (groups?.[0] ?? null),
      /** Why these cannot be changed by the account; undefined: they can. */
      reason: (rows: readonly { org: number | null }[]): string | undefined =>
        !isWhole && rows.some(({ org }) => org === null) ? t('media.ownedBySite') : undefined,
      /** Why nothing goes into a group, or out of it, or changes its place there; null: things in no group. */
      groupReason: (group: { name: string; org: number | null } | null | undefined): string | undefined => {
        if (isWhole || group === undefined) return undefined;
        if (group === null) return t('media.orderOfSite');
        return group.org === null ? t('media.groupOfSite', { group: group.name }) : undefined;
      },
      /** Why what concerns the library as a whole (the order of groups) cannot be changed; undefined: it can. */
      siteReason: isWhole ? undefined : t('media.orderOfSite'),
    }),
    [t, isWhole, groups],
  );
}

/** Whether the account has several zones, so that it is to say to which of them a thing belongs. */
export function useHasZones(): boolean {
  const { streams } = useApp();
  return useObservable(streams.partition.rows$, noZones).length > 1;
}
