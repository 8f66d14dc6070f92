import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, FolderOpenRegular, RenameRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { OrderList } from '../../kit/order/OrderList.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { useFileGroups } from '../../shared/media/useFileGroups.ts';
import { useOwner } from '../../shared/media/useOwner.ts';
import { tokens } from '../../theme/tokens.ts';
import { GroupFiles } from './GroupFiles.tsx';
import { useGroupActions } from './useGroupActions.tsx';
import { useLibraryCounts } from './useLibraryCounts.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  page: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    minWidth: 0,
    maxWidth: '720px',
    padding: '0 12px',
    boxSizing: 'border-box',
  },
  body: { display: 'flex', flexGrow: 1, minHeight: 0 },
  list: { flexGrow: 1, minHeight: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    height: '32px',
    flexShrink: 0,
    padding: '0 4px 0 32px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > span:first-child': { flexGrow: 1 },
    '& > span:last-child': { paddingRight: '56px' },
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    height: '28px',
    flexShrink: 0,
    padding: '0 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** menu_file_group: groups of music files in their order, each with its number of files. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const counts = useLibraryCounts(undefined);
  const filesIn = (id: number) => counts.byGroup.get(id) ?? 0;
  const actions = useGroupActions(useFileGroups(), filesIn);
  const { groups } = actions;
  const stale = useStaleReason();
  const owner = useOwner();
  const held = owner.createReason ?? stale;
  const { criteria, change } = useCriteria();
  const chosen = groups.find((group) => String(group.id) === criteria.filters.id) ?? groups[0];
  const add = actions.may.create ? (
    <Button
      size="small"
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={held !== undefined}
      {...(held === undefined ? {} : { title: held })}
      onClick={actions.create}
    >
      {t('file.addGroup')}
    </Button>
  ) : undefined;
  const button = (
    label: string,
    icon: React.ReactElement,
    tabIndex: number,
    reason: string | undefined,
    onClick: () => void,
  ) => (
    <Button
      size="small"
      appearance="transparent"
      icon={icon}
      tabIndex={tabIndex}
      aria-label={label}
      title={reason ?? label}
      disabledFocusable={reason !== undefined}
      onClick={onClick}
    />
  );
  return (
    <div className={s.root}>
      <Toolbar
        end={
          <>
            <Button
              size="small"
              icon={<FolderOpenRegular />}
              onClick={() => navigate('/menu_file_management')}
            >
              {t('menu.menu_file_management')}
            </Button>
            {groups.length > 0 && add}
          </>
        }
      />
      {groups.length === 0 ? (
        <EmptyState
          icon={<FolderOpenRegular />}
          title={t('file.noGroupsTitle')}
          hint={t('file.noGroupsHint')}
          actions={add}
        />
      ) : (
        <div className={s.body}>
          <div className={s.page}>
            <div className={s.head} aria-hidden="true">
              <span>{t('file.group')}</span>
              <span>{t('file.files')}</span>
            </div>
            <OrderList
              className={s.list}
              label={t('menu.menu_file_group')}
              items={groups.map((group) => ({
                key: group.id,
                name: group.name,
                detail: filesIn(group.id).toLocaleString('en-US'),
                isCurrent: group === chosen,
              }))}
              onMove={
                actions.may.edit && stale === undefined && owner.siteReason === undefined
                  ? actions.move
                  : undefined
              }
              onOpen={(index) => change({ filters: { id: String(groups[index]?.id ?? '') } })}
              tools={(index, tabIndex) => {
                const group = groups[index];
                if (group === undefined) return null;
                const reason = stale ?? owner.reason([group]);
                return (
                  <>
                    {actions.may.edit &&
                      button(
                        t('file.renameOne', { name: group.name }),
                        <RenameRegular />,
                        tabIndex,
                        reason,
                        () => actions.rename(group),
                      )}
                    {actions.may.delete &&
                      button(
                        t('file.deleteOne', { name: group.name }),
                        <DeleteRegular />,
                        tabIndex,
                        reason,
                        () => actions.remove(group),
                      )}
                  </>
                );
              }}
            />
          </div>
          {chosen !== undefined && <GroupFiles key={chosen.id} group={chosen} />}
        </div>
      )}
      <div className={s.foot}>
        <span>{t('file.groupsSum', { groups: groups.length, files: counts.all })}</span>
        {groups.length > 0 && actions.may.edit && <span>{owner.siteReason ?? t('kit.moveHint')}</span>}
      </div>
      {actions.dialog}
    </div>
  );
}
