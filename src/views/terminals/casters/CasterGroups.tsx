import { makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { ColDef } from 'ag-grid-community';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime } from 'rxjs';
import { casterGroupEntity, type GroupLive } from '../../../../contract/entities/terminals/group.ts';
import { useApp } from '../../app/AppContext.tsx';
import { nameColumn, numberColumn } from '../../kit/grid/columns.ts';
import { EntityView } from '../../kit/list/EntityView.tsx';
import { GroupDialogs } from '../../shared/groups/GroupDialogs.tsx';
import { CasterTabs } from './CasterTabs.tsx';

type Row = GroupLive & { online: number; offline: number; behind_relay: number };

const { path } = casterGroupEntity;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  view: { flexGrow: 1, minHeight: 0 },
});

/** Refresh interval of changing counts, ms. */
const everyMs = 500;

/** menu_caster_group: groups of casters and their members. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const queries = useQueryClient();
  useEffect(() => {
    const changes = streams.groups.caster.changes$
      .pipe(auditTime(everyMs))
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['rows', path] }));
    return () => changes.unsubscribe();
  }, [streams, queries]);
  const columns = useMemo<ColDef<Row>[]>(
    () => [
      nameColumn<Row>('name', t('common.name'), { flex: 2, minWidth: 160 }),
      numberColumn<Row>('online', t('status.online'), undefined, { width: 120 }),
      numberColumn<Row>('behind_relay', t('status.behind_relay'), undefined, { width: 120 }),
      numberColumn<Row>('offline', t('status.offline'), undefined, { width: 120 }),
    ],
    [t],
  );
  return (
    <div className={s.root}>
      <CasterTabs shown="groups" />
      <div className={s.view}>
        <EntityView<Row>
          entity={casterGroupEntity}
          columns={columns}
          create={t('groups.create')}
          empty={{ title: t('groups.noneTitle'), hint: t('groups.noneWhyOther') }}
          form={(row, close) => (
            <GroupDialogs
              kind="caster"
              task={row === null ? { kind: 'create' } : { kind: 'edit', group: row }}
              onSaved={close}
              onDeleted={close}
              onClose={close}
            />
          )}
        />
      </div>
    </div>
  );
}
