import { Button } from '@fluentui/react-components';
import { AlertOnRegular, ArrowClockwiseRegular, DismissRegular, EditRegular } from '@fluentui/react-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import type { DeviceLive } from '../../../contract/entities/device.ts';
import type { PartitionLive } from '../../../contract/entities/partition.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useApp, usePermission, useSiteClock } from '../app/AppContext.tsx';
import { BusyButton } from '../kit/BusyButton.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { StatusChip } from '../kit/StatusChip.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { useSecond } from '../kit/useTick.ts';
import { zonePath } from '../zones/zoneTree.ts';
import { ageText } from './ages.ts';
import { DeviceForm } from './DeviceForm.tsx';
import { lastReportOf, lossOf } from './deviceColumns.ts';
import { useDevicePanelStyles } from './devicePanelStyles.ts';
import { statusOf } from './deviceStatus.ts';
import { LiveLevel } from './LiveLevel.tsx';
import { type WhyContext, whyText } from './whyText.ts';

/** A panel beside one thing shows it often enough; its meter is painted apart from React. */
const everyMs = 250;

function useDevice(id: number): DeviceLive | undefined {
  const { streams } = useApp();
  const row$ = useMemo(
    () => streams.device.row$(id).pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [streams, id],
  );
  return useObservable<DeviceLive | undefined>(row$, streams.device.get(id));
}

/** Everything about one terminal, live: what sounds and why, the proof of it, and what is stored (look: Layout). */
export function DevicePanel(props: {
  id: number;
  zones: readonly PartitionLive[] | undefined;
  context: WhyContext;
  /** Runs an action on this terminal alone and shows what came of it. */
  run: (label: string, action: 'identify' | 'restart', row: DeviceLive) => Promise<void>;
  onClose: () => void;
}) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { streams } = useApp();
  const may = usePermission();
  const [isEditing, setEditing] = useState(false);
  useSecond();
  const row = useDevice(props.id);
  const { zones, context, onClose } = props;
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
  const path = zonePath(zones ?? [], row.org);
  const groups = row.groups.flatMap((group) => streams.deviceGroup.get(group)?.name ?? []);
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
    [t('zones.zone'), path.join(' / ') || none],
    [t('groups.column'), groups.join(t('kit.listComma')) || none],
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
  const noRight = may('operate_device') ? undefined : t('kit.noRight');

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={s.body} tabIndex={0} aria-label={t('common.details')}>
        <h3 className={s.section}>{t('devices.proof')}</h3>
        {list(sound)}
        <h3 className={s.section}>{t('devices.terminal')}</h3>
        {list(stored)}
      </section>
      <div className={s.actions}>
        <BusyButton
          size="small"
          icon={<EditRegular />}
          opens
          reason={may('edit_device') ? undefined : t('kit.noRight')}
          onPress={async () => setEditing(true)}
        >
          {t('common.edit')}
        </BusyButton>
        <BusyButton
          size="small"
          icon={<AlertOnRegular />}
          reason={noRight}
          onPress={() => props.run(t('devices.identify'), 'identify', row)}
        >
          {t('devices.identify')}
        </BusyButton>
        <BusyButton
          size="small"
          icon={<ArrowClockwiseRegular />}
          reason={noRight}
          onPress={() => props.run(t('common.restart'), 'restart', row)}
        >
          {t('common.restart')}
        </BusyButton>
      </div>
      {isEditing && zones !== undefined && (
        <DeviceForm row={row} zones={zones} onClose={() => setEditing(false)} />
      )}
    </aside>
  );
}
