import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, ArrowSortRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import type { LibraryCounts } from '../../shared/media/libraryCounts.ts';
import { useOwner } from '../../shared/media/useOwner.ts';
import { tokens } from '../../theme/tokens.ts';
import { GroupRow } from './GroupRow.tsx';
import type { GroupKind } from './groupKind.ts';
import type { GroupActions } from './useGroupActions.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  bar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    padding: '8px 4px 4px 12px',
  },
  title: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: '24px',
    fontWeight: tokens.fontWeightSemibold,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    height: '24px',
    padding: '0 36px 0 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  list: { margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto', flexGrow: 1, minHeight: 0 },
  rule: { height: '1px', margin: '6px 12px', backgroundColor: tokens.colorNeutralStroke2 },
  hint: { padding: '12px', color: tokens.colorNeutralForeground3 },
});

/**
 * Groups of a library with their sizes. Items of the library can be dropped onto a group to move them, and
 * files of the computer to upload them into it.
 */
export function GroupPanel(props: {
  kind: GroupKind;
  counts: Pick<LibraryCounts, 'all' | 'byGroup'>;
  /** The selected group: an id, null for files without a group, undefined for all. */
  chosen: number | null | undefined;
  onChoose: (group: number | null | undefined) => void;
  actions: GroupActions;
  onMove: ((ids: readonly number[], group: number | null) => void) | undefined;
  onUpload?: ((files: readonly File[], group: number | null) => void) | undefined;
  /** Button that opens the order of the files. */
  order: { label: string; reason?: string | undefined; onPress: () => void };
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const messages = useMessages();
  const owner = useOwner();
  const { kind, counts, chosen, onChoose, actions, onMove, onUpload, order } = props;
  const { groups } = actions;
  const filesIn = (group: number | null) => counts.byGroup.get(group) ?? 0;
  /** Drop handlers; a drop onto a group that the account may not change shows the reason. */
  const drops = (group: number | null, reason?: string) => {
    const refuse = reason === undefined ? undefined : () => messages.add('warning', reason);
    return {
      ...(onMove === undefined ? {} : { onMove: refuse ?? ((ids: readonly number[]) => onMove(ids, group)) }),
      ...(onUpload === undefined
        ? {}
        : { onUpload: refuse ?? ((files: readonly File[]) => onUpload(files, group)) }),
    };
  };
  return (
    <nav className={s.root} aria-label={t(kind.title)} data-testid="groups">
      <div className={s.bar}>
        <h2 className={s.title}>{t(kind.title)}</h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<ArrowSortRegular />}
          aria-label={order.label}
          title={order.reason ?? order.label}
          disabledFocusable={order.reason !== undefined}
          onClick={order.onPress}
        />
        {actions.may.create && (
          <Button
            size="small"
            appearance="subtle"
            icon={<AddRegular />}
            aria-label={t('file.addGroup')}
            title={owner.createReason ?? t('file.addGroup')}
            disabledFocusable={owner.createReason !== undefined}
            onClick={actions.create}
          />
        )}
      </div>
      <div className={s.head} aria-hidden="true">
        <span>{t('file.group')}</span>
        <span>{t(kind.things)}</span>
      </div>
      <ul className={s.list}>
        <GroupRow
          name={t(kind.all)}
          files={counts.all}
          isChosen={chosen === undefined}
          onChoose={() => onChoose(undefined)}
        />
        {groups.map((group, index) => (
          <GroupRow
            key={group.id}
            name={group.name}
            files={filesIn(group.id)}
            isChosen={chosen === group.id}
            onChoose={() => onChoose(group.id)}
            menu={actions.menuOf(index)}
            {...drops(group.id, owner.groupReason(group))}
          />
        ))}
        {groups.length > 0 && <li className={s.rule} aria-hidden="true" />}
        <GroupRow
          name={t('file.noGroup')}
          files={filesIn(null)}
          isChosen={chosen === null}
          onChoose={() => onChoose(null)}
          {...drops(null)}
        />
        {groups.length === 0 && actions.may.create && <li className={s.hint}>{t(kind.hint)}</li>}
      </ul>
    </nav>
  );
}
