import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { GroupedPanel } from '../../shared/groups/GroupedPanel.tsx';
import { linkageTaskState } from '../../shared/groups/useCandidates.ts';
import { useFileNames } from '../../shared/startTask/useFileNames.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { Lacking } from './Lacking.tsx';
import { LibraryDiffers } from './LibraryDiffers.tsx';
import { playsText, reachText } from './linkageColumns.ts';

/** Side panel of one linkage task: readiness, source, targets, and the plans that use it. */
export function LinkagePanel(props: {
  id: number;
  actions: (row: LinkageTaskLive) => BatchAction[];
  onClose: () => void;
}) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const row$ = useMemo(() => streams.linkageTask.row$(props.id), [streams, props.id]);
  const row = useObservable<LinkageTaskLive | undefined>(row$, streams.linkageTask.get(props.id));
  const { fileOf } = useFileNames(row?.files ?? []);
  const zone = row?.org == null ? undefined : streams.zoneName(row.org) || undefined;
  return (
    <GroupedPanel
      title={row?.name}
      {...(zone === undefined ? {} : { caption: zone })}
      gone={{ title: t('linkage.goneTitle'), hint: t('linkage.goneWhy') }}
      actions={row === undefined ? [] : props.actions(row)}
      onClose={props.onClose}
    >
      {row !== undefined && (
        <>
          <h3 className={s.section}>
            <StatusChip status={linkageTaskState(row)} />
          </h3>
          {!row.ready && <Lacking task={row} fileName={(id) => fileOf(id)?.name} />}
          {row.differs.length > 0 && <LibraryDiffers task={row} />}
          <dl className={s.list}>
            <dt>{t('task.what')}</dt>
            <dd>
              {playsText(row, t).main}
              {row.audio_source === 0 ? (
                <ol>
                  {row.files.map((id, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a file may stand in the list twice
                    <li key={`${id}/${index}`}>{fileOf(id)?.name ?? `#${id}`}</li>
                  ))}
                </ol>
              ) : (
                <div>{playsText(row, t).detail}</div>
              )}
            </dd>
            <dt>{t('task.terminals')}</dt>
            <dd>
              {reachText(row, t).main} {reachText(row, t).detail}
            </dd>
            {row.audio_source < 100 && (
              <>
                <dt>{t('linkage.tone')}</dt>
                <dd>{t(`codes.attentionTone.${row.tone}`)}</dd>
                <dt>{t('linkage.gap')}</dt>
                <dd>{t('fire.seconds', { n: row.interval_time })}</dd>
                <dt>{t('common.volume')}</dt>
                <dd>{row.volume ?? t('task.ownVolume')}</dd>
              </>
            )}
            {row.desc !== '' && (
              <>
                <dt>{t('common.description')}</dt>
                <dd>{row.desc}</dd>
              </>
            )}
          </dl>
          <h3 className={s.section}>{t('linkage.usedBy')}</h3>
          {row.plans.length + row.plans_elsewhere === 0 ? (
            <p className={s.caption}>
              {t('linkage.unusedWhy')}{' '}
              <ScreenLink screen="menu_alarm_plan" without="nothing">
                {t('menu.menu_alarm_plan')}
              </ScreenLink>
            </p>
          ) : (
            <ul>
              {row.plans.map((plan) => (
                <li key={plan}>
                  <ScreenLink screen="menu_alarm_plan" search={{ q: plan }}>
                    {plan}
                  </ScreenLink>
                </li>
              ))}
              {row.plans_elsewhere > 0 && <li>{t('media.usedElsewhere', { n: row.plans_elsewhere })}</li>}
            </ul>
          )}
        </>
      )}
    </GroupedPanel>
  );
}
