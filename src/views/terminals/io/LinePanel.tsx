import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { userNames } from '../../kit/rows/userNames.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { ioState, lineText, ownersText, stateDetail } from '../../shared/io/ioView.ts';
import { LineButtons } from '../../shared/io/LineButtons.tsx';
import type { IoActions } from '../../shared/io/useIoActions.tsx';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { type Fact, Facts } from '../devices/TerminalPanel.tsx';
import { LastChanges } from './LastChanges.tsx';

/** Side panel of one line, live: state, holders, uses and events. */
export function LinePanel(props: { id: number; actions: IoActions; onClose: () => void }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const row$ = useMemo(() => streams.io.row$(props.id), [streams, props.id]);
  const row = useObservable<IoLive | undefined>(row$, streams.io.get(props.id));
  if (row === undefined)
    return (
      <SidePanel label={t('common.details')} title={undefined} testId="line-panel" onClose={props.onClose}>
        <EmptyState title={t('io.goneTitle')} hint={t('io.goneWhy')} />
      </SidePanel>
    );
  const at = (ms: number) => formatTimestamp(Math.floor(ms / 1000), '', clock.timeZone());
  const detail = stateDetail(row, t);
  const zone = row.org === null ? undefined : streams.zoneName(row.org) || undefined;
  const facts: Fact[] = [
    [t('devices.terminal'), `${row.terminal_name} (${row.terminal_code})`],
    ...(zone === undefined ? [] : [[t('zones.zone'), zone] as Fact]),
    [t('io.number'), row.number],
    ...(detail === '' ? [] : [[t('io.state'), detail] as Fact]),
    ...(row.owners.length === 0 ? [] : [[t('io.heldColumn'), ownersText(row.owners, t)] as Fact]),
    ...(row.until === null ? [] : [[t('io.pulsing'), t('io.untilTime', { time: at(row.until) })] as Fact]),
    ...(row.test_until === null
      ? []
      : [[t('io.inTest'), t('io.untilTime', { time: at(row.test_until) })] as Fact]),
    ...(row.changed_at === null
      ? []
      : [[t('io.changed'), `${at(row.changed_at)} ${row.changed_by}`] as Fact]),
  ];
  return (
    <SidePanel
      label={t('devices.panel', { name: lineText(row, t) })}
      title={lineText(row, t)}
      caption={t(row.direction === 'output' ? 'io.output' : 'io.input')}
      head={<StatusChip status={ioState(row)} />}
      testId="line-panel"
      onClose={props.onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={s.body} tabIndex={0} aria-label={t('common.details')}>
        <h3 className={s.section}>{t('common.details')}</h3>
        <Facts items={facts} />
        <h3 className={s.section}>{t('io.usedBy')}</h3>
        {row.used_by.length + row.used_elsewhere === 0 ? (
          <p className={s.caption}>
            {t('io.unused')}{' '}
            <ScreenLink screen="menu_gpio_task" without="nothing">
              {t('menu.menu_gpio_task')}
            </ScreenLink>
          </p>
        ) : (
          <ul>
            {userNames([...new Set(row.used_by)], row.used_elsewhere, t).map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
        <h3 className={s.section}>{t('io.changes')}</h3>
        <LastChanges
          query={{ terminal_id: row.terminal_id, direction: row.direction, number: row.number }}
          withLine={false}
        />
      </section>
      <div className={s.actions}>
        <LineButtons row={row} actions={props.actions} />
      </div>
    </SidePanel>
  );
}
