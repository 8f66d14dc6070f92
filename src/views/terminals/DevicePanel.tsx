import { Button, makeStyles } from '@fluentui/react-components';
import { AlertOnRegular, ArrowClockwiseRegular, DismissRegular, EditRegular } from '@fluentui/react-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distinctUntilChanged, map, throttleTime } from 'rxjs';
import { type DeviceLive, deviceEntity } from '../../../contract/entities/device.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useApp, usePermission, useSiteClock } from '../app/AppContext.tsx';
import { BusyButton } from '../kit/BusyButton.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { StatusChip } from '../kit/StatusChip.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { useSecond } from '../kit/useTick.ts';
import { tokens } from '../theme/tokens.ts';
import type { ZoneTree } from '../zones/zoneTree.ts';
import { ageText } from './ages.ts';
import { DeviceForm } from './DeviceForm.tsx';
import { lastReportOf, lossOf } from './deviceColumns.ts';
import { statusOf } from './deviceStatus.ts';
import { LiveLevel } from './LiveLevel.tsx';
import type { Batch } from './useBatch.ts';
import { type WhyContext, whyText } from './whyText.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '352px',
    minHeight: 0,
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '12px 8px 8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  names: { flexGrow: 1, minWidth: 0 },
  caption: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 16px 16px' },
  section: {
    margin: '16px 0 4px',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    margin: 0,
    '& > dt': { color: tokens.colorNeutralForeground3, padding: '4px 8px 4px 0' },
    '& > dd': { margin: 0, padding: '4px 0', overflowWrap: 'anywhere' },
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** A panel beside one thing shows it often enough; its meter is painted apart from React. */
const everyMs = 250;

function useDevice(id: number): DeviceLive | undefined {
  const { streams } = useApp();
  const row$ = useMemo(
    () =>
      streams.device.changes$.pipe(
        map(() => streams.device.get(id)),
        distinctUntilChanged(),
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
      ),
    [streams, id],
  );
  return useObservable<DeviceLive | undefined>(row$, streams.device.get(id));
}

/** Everything about one terminal, live: what sounds and why, the proof of it, and what is stored (look: Layout). */
export function DevicePanel(props: {
  id: number;
  tree: ZoneTree | undefined;
  context: WhyContext;
  batch: Batch;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const [isEditing, setEditing] = useState(false);
  useSecond();
  const row = useDevice(props.id);
  const { tree, context, batch, onClose } = props;
  const close = (
    <Button
      appearance="subtle"
      size="small"
      icon={<DismissRegular />}
      aria-label={t('common.close')}
      onClick={onClose}
    />
  );
  if (row === undefined)
    return (
      <aside className={s.root} aria-label={t('common.details')}>
        <div className={s.head}>
          <div className={s.names} />
          {close}
        </div>
        <EmptyState title={t('devices.goneTitle')} why={t('devices.goneWhy')} />
      </aside>
    );

  const none = t('common.none');
  const why = whyText(row, context);
  const loss = lossOf(row);
  const reported = lastReportOf(row);
  const path = row.org === null ? [] : (tree?.path(row.org) ?? []);
  const number = (value: number | null, unit: string) =>
    value === null ? '—' : `${value} ${unit}`.replace('-', '−');
  const yesNo = (value: boolean) => t(value ? 'common.yes' : 'common.no');
  const sound: [string, ReactNode][] = [
    [t('devices.onAirAndWhy'), `${why.main} ${why.detail}`.trim()],
    [t('devices.level'), <LiveLevel key="level" id={row.id} />],
    [t('devices.peak'), number(row.peak_db, 'dBFS')],
    [t('devices.loss'), `${loss.main}${loss.detail}`],
    [t('devices.buffer'), number(row.buffer_ms, 'ms')],
    [t('devices.skew'), number(row.skew_us, 'µs')],
    [
      t('devices.lastReport'),
      reported === null ? '—' : t('devices.ago', { age: ageText(clock.now() - reported, t) }),
    ],
  ];
  const stored: [string, ReactNode][] = [
    [t('devices.alias'), row.dev_name2 || none],
    [t('zones.zone'), path.map((zone) => zone.name).join(' / ') || none],
    [t('devices.role'), t(`codes.terminalRole.${row.role}`)],
    [t('devices.aoVolume'), row.ao_volume],
    [t('devices.aiVolume'), row.ai_volume],
    [t('devices.callNumber'), row.call_number || none],
    [t('devices.ip'), row.client_ip || none],
    [t('devices.version'), row.client_version || none],
    [t('devices.iccid'), row.ICCID || none],
    [t('devices.lastLogin'), formatTimestamp(row.last_login_time, none, context.timeZone)],
    [t('devices.supportUpgrade'), yesNo(row.support_upgrade)],
    [t('devices.supportBuffalo'), yesNo(row.support_set_buffalo)],
    [t('devices.supportServer'), yesNo(row.support_set_server_config)],
  ];
  const list = (items: [string, ReactNode][]) => (
    <dl className={s.list}>
      {items.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
  const command = (action: 'identify' | 'restart', label: string) =>
    batch.run([row.id], label, (ids) => crud(deviceEntity).batch(ids, action));
  const noRight = may('operate_device') ? undefined : t('auth.noPermission');

  return (
    <aside className={s.root} aria-label={t('devices.panel', { name: row.name })} data-testid="device-panel">
      <div className={s.head}>
        <div className={s.names}>
          <h2 className={s.title}>{row.name}</h2>
          <div className={s.caption}>{row.code}</div>
        </div>
        <StatusChip status={statusOf(row)} />
        {close}
      </div>
      <div className={s.body}>
        <h3 className={s.section}>{t('devices.proof')}</h3>
        {list(sound)}
        <h3 className={s.section}>{t('devices.terminal')}</h3>
        {list(stored)}
      </div>
      <div className={s.actions}>
        <BusyButton
          size="small"
          icon={<EditRegular />}
          {...(may('edit_device') ? {} : { reason: t('auth.noPermission') })}
          onPress={async () => setEditing(true)}
        >
          {t('common.edit')}
        </BusyButton>
        <BusyButton
          size="small"
          icon={<AlertOnRegular />}
          {...(noRight === undefined ? {} : { reason: noRight })}
          onPress={() => command('identify', t('devices.identify'))}
        >
          {t('devices.identify')}
        </BusyButton>
        <BusyButton
          size="small"
          icon={<ArrowClockwiseRegular />}
          {...(noRight === undefined ? {} : { reason: noRight })}
          onPress={() => command('restart', t('common.restart'))}
        >
          {t('common.restart')}
        </BusyButton>
      </div>
      {isEditing && tree !== undefined && (
        <DeviceForm row={row} tree={tree} onClose={() => setEditing(false)} />
      )}
    </aside>
  );
}
