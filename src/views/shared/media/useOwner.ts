import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useUser } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

const noZones: readonly unknown[] = [];

/**
 * Default owner of new items, and reasons why others cannot be changed. Items of a zone are visible only to
 * accounts that may change them.
 */
export function useOwner() {
  const { t } = useTranslation();
  const user = useUser();
  const isWhole = user?.whole_site !== false;
  const groups = user?.groups;
  const noZone = !isWhole && groups?.length === 0 ? t('media.noZone') : undefined;
  return useMemo(
    () => ({
      /** The whole site for accounts that have it, else the account's first zone. */
      first: isWhole ? null : (groups?.[0] ?? null),
      /** Reason why the account cannot create items: it would own none; undefined: it can. */
      createReason: noZone,
      /** Reason why the account cannot change these items; undefined: it can. */
      reason: (rows: readonly { org: number | null }[]): string | undefined =>
        !isWhole && rows.some(({ org }) => org === null) ? t('media.ownedBySite') : undefined,
      /**
       * Reason why the items of a group cannot be added, removed or reordered; undefined: they can. `group`
       * null: items without a group.
       */
      groupReason: (group: { name: string; org: number | null } | null | undefined): string | undefined => {
        if (noZone !== undefined) return noZone;
        if (isWhole || group === undefined) return undefined;
        if (group === null) return t('media.orderOfSite');
        return group.org === null ? t('media.groupOfSite', { group: group.name }) : undefined;
      },
      /**
       * Reason why the order of groups, which concerns the whole library, cannot be changed; undefined: it
       * can.
       */
      siteReason: isWhole ? undefined : t('media.orderOfSite'),
    }),
    [t, isWhole, groups, noZone],
  );
}

/** Tells whether the account has several zones, so that it has to choose the owner of an item. */
export function useHasZones(): boolean {
  const { streams } = useApp();
  return useObservable(streams.partition.rows$, noZones).length > 1;
}
