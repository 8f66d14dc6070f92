import { DeleteRegular, EditRegular, LinkRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';
import { groupBatch } from './groupBatch.tsx';
import type { OpenDialog } from './LibraryDialogs.tsx';
import type { LibraryItem, LibraryLive } from './libraryKind.ts';
import type { LibraryState } from './useLibrary.ts';

/** Actions on ticked items of any library: edit one, move and delete many. */
export function useLibraryActions<Row extends LibraryItem, Live extends LibraryLive>(
  library: LibraryState<Row, Live>,
  show: (open: OpenDialog<Row>) => void,
): (ticked: readonly Row[]) => BatchAction[] {
  const { t } = useTranslation();
  const owner = useOwner();
  const { rights } = library;
  return (ticked) => {
    const noRight = (has: boolean) => (has ? owner.reason(ticked) : t('kit.noRight'));
    const opens = (open: OpenDialog<Row>) => () => {
      show(open);
      return undefined;
    };
    const [first] = ticked;
    return [
      {
        key: 'edit',
        label: t('common.edit'),
        icon: <EditRegular />,
        opens: true,
        disabled: noRight(rights.edit) ?? (ticked.length > 1 ? t('kit.onlyOne') : undefined),
        onPress: opens({ kind: 'form', row: ticked[0] ?? null }),
      },
      ...groupBatch({
        t,
        owner,
        mayEdit: rights.edit,
        ticked,
        shown: library.groups.find((group) => group.id === library.chosen),
        open: (kind) => show({ kind, rows: ticked }),
        onLeave: (group) => library.leave(ticked, group),
      }),
      {
        key: 'used',
        label: t('media.used'),
        icon: <LinkRegular />,
        opens: true,
        reads: true,
        disabled: first !== undefined && ticked.length === 1 ? undefined : t('kit.onlyOne'),
        onPress: () => {
          if (first !== undefined) show({ kind: 'used', row: first });
          return undefined;
        },
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        opens: true,
        disabled: noRight(rights.delete),
        onPress: opens({ kind: 'delete', rows: ticked }),
      },
    ];
  };
}
