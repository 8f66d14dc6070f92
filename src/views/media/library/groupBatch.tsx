import { FolderAddRegular, FolderArrowRightRegular, FolderProhibitedRegular } from '@fluentui/react-icons';
import type { TFunction } from 'i18next';
import type { MediaGroupLive } from '../../../../contract/entities/sound/library.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import type { useOwner } from '../../shared/media/useOwner.ts';

/**
 * Actions that change the groups of ticked items of a library: move (the group becomes the only one), add to one
 * more group, take out of the shown one. Adding and taking out change the group, so they need its ownership only.
 */
export function groupBatch<Row extends { org: number | null }>(props: {
  t: TFunction;
  owner: ReturnType<typeof useOwner>;
  mayEdit: boolean;
  ticked: readonly Row[];
  /** The shown group; null: items without a group, undefined: all items. */
  shown: MediaGroupLive | null | undefined;
  open: (kind: 'move' | 'join') => void;
  onLeave: (group: number) => Promise<unknown>;
}): BatchAction[] {
  const { t, owner, ticked, shown } = props;
  const noRight = props.mayEdit ? undefined : t('kit.noRight');
  const opens = (kind: 'move' | 'join') => () => {
    props.open(kind);
    return undefined;
  };
  return [
    {
      key: 'move',
      label: t('file.moveTo'),
      icon: <FolderArrowRightRegular />,
      opens: true,
      disabled: noRight ?? owner.reason(ticked),
      onPress: opens('move'),
    },
    {
      key: 'join',
      label: t('file.joinTo'),
      icon: <FolderAddRegular />,
      opens: true,
      disabled: noRight,
      onPress: opens('join'),
    },
    ...(shown === null || shown === undefined
      ? []
      : [
          {
            key: 'leave',
            label: t('file.leave'),
            icon: <FolderProhibitedRegular />,
            disabled: noRight ?? owner.groupReason(shown),
            onPress: async () => {
              await props.onLeave(shown.id);
            },
          },
        ]),
  ];
}
