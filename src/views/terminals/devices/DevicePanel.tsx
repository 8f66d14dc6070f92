import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { OfflineStorageView } from '../../../../contract/entities/tasks/offlineStorage.ts';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import type { ForeignTransport } from '../../../../contract/entities/terminals/foreign.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { useFileGroups } from '../../shared/media/useFileGroups.ts';
import { storageText } from '../../shared/tasks/offlineText.ts';
import { ageText } from '../../shared/terminals/ages.ts';
import { lastReportOf, lossOf } from '../../shared/terminals/deviceColumns.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { statusOf } from '../../shared/terminals/deviceStatus.ts';
import { type ReasonContext, reasonText } from '../../shared/terminals/reasonText.ts';
import { FileGroupField } from './FileGroupField.tsx';
import { ForeignFields } from './foreign/ForeignFields.tsx';
import { foreignText } from './foreign/foreignText.ts';
import { LiveLevel } from './LiveLevel.tsx';
import { TargetingTasks } from './TargetingTasks.tsx';
import type { TerminalFormControls } from './TerminalForm.tsx';
import { type Fact, Facts, TerminalPanel } from './TerminalPanel.tsx';

/** Update interval of the panel, ms; its meter bypasses React. */
const everyMs = 250;

function useDevice(id: number): DeviceLive | undefined {
  const { streams } = useApp();
  const row$ = useMemo(
    () => streams.device.row$(id).pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [streams, id],
  );
  return useObservable<DeviceLive | undefined>(row$, streams.device.get(id));
}

/** Fields of the settings of a sound terminal; undefined: there are none. */
function fieldsOf(row: DeviceLive | undefined, mayGroups: boolean) {
  const isForeign = row !== undefined && row.foreign !== null && row.foreign !== undefined;
  if (!mayGroups && !isForeign) return undefined;
  return (form: TerminalFormControls) => (
    <>
      {isForeign && <ForeignFields form={form} />}
      {mayGroups && <FileGroupField form={form} />}
    </>
  );
}

/** Side panel of one sound terminal, live: playback with reason, proof of delivery, and stored settings. */
export function DevicePanel(props: {
  id: number;
  zones: readonly PartitionLive[] | undefined;
  context: ReasonContext;
  run: (label: string, action: 'identify' | 'restart', row: DeviceLive) => Promise<void>;
  onClose: () => void;
}) {
  const row = useDevice(props.id);
  const { context, ...panel } = props;
  const { t } = useTranslation();
  const mayGroups = usePermission()('list_file_group');
  const groups = useFileGroups();
  const groupName = (id: number | null) => groups.find((one) => one.id === id)?.name ?? '';
  return (
    <TerminalPanel
      row={row}
      status={row === undefined ? 'offline' : statusOf(row)}
      facts={
        row === undefined
          ? []
          : [
              ...(row.foreign == null
                ? []
                : [[t('foreign.title'), foreignText(row.foreign as ForeignTransport, t)] as Fact]),
              [t('devices.fileGroup'), groupName(row.file_group) || t('common.none')],
            ]
      }
      fields={fieldsOf(row, mayGroups)}
      {...panel}
    >
      {row !== undefined && (
        <>
          <Heard row={row} context={context} />
          <TargetingTasks key={row.id} terminal={row} />
        </>
      )}
    </TerminalPanel>
  );
}

/** Describes whether it stores what it plays while the server is unreachable. */
function keptFact(keeping: OfflineStorageView, t: TFunction): Fact {
  const size =
    keeping.bytes === null ? [] : [t('offlineCache.bytes', { size: (keeping.bytes / 1e6).toFixed(1) })];
  const parts = [storageText(keeping, t), t('offlineCache.tasks', { count: keeping.tasks }), ...size];
  return [t('offlineCache.title'), parts.join(t('kit.listComma'))];
}

/** Proof of delivery of the terminal. */
function Heard({ row, context }: { row: DeviceLive; context: ReasonContext }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  useSecond();
  const reason = reasonText(row, context);
  const loss = lossOf(row);
  const reported = lastReportOf(row);
  const number = (value: number | null, unit: string) =>
    value === null ? '—' : `${value} ${unit}`.replace('-', '−');
  const facts: Fact[] = [
    [t('devices.onAirAndWhy'), `${reason.main} ${reason.detail}`.trim()],
    [t('devices.level'), <LiveLevel key="level" id={row.id} />],
    [t('devices.peak'), number(row.peak_db, 'dBFS')],
    [t('devices.loss'), `${loss.main}${loss.detail}`],
    [t('devices.buffer'), number(row.buffer_ms, 'ms')],
    [t('devices.skew'), number(row.skew_us, 'µs')],
    [
      t('devices.lastReport'),
      reported === null ? '—' : t('devices.ago', { age: ageText(clock.now() - reported, t) }),
    ],
    ...(row.keeping === null ? [] : [keptFact(row.keeping, t)]),
  ];
  return (
    <>
      <h3 className={s.section}>{t('devices.proof')}</h3>
      <Facts items={facts} />
      <ScreenLink screen="menu_task_log" search={{ terminal_id: String(row.id) }} without="nothing">
        {t('taskLog.ofTerminal')}
      </ScreenLink>
    </>
  );
}
