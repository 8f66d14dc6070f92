import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import type { StatusName } from '../../kit/status/status.ts';
import { ListenControl } from '../../shared/talk/ListenControl.tsx';
import { listenedTo } from '../../shared/talk/listenedTo.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { UpgradeState, useUpgradeStep } from '../../shared/upgrades/UpgradeState.tsx';
import { zonePath } from '../../shared/zones/zoneTree.ts';
import { SignalLine } from '../signal/SignalLine.tsx';
import { administrationFacts, isManagedHere, secretFacts, unknownFacts } from './administrationFacts.ts';
import { RemoteSection } from './RemoteSection.tsx';
import { TerminalButtons } from './TerminalButtons.tsx';
import { TerminalDay } from './TerminalDay.tsx';
import { TerminalForm, type TerminalFormControls } from './TerminalForm.tsx';

/** Label and value of a fact. */
export type Fact = [name: string, value: ReactNode];

/** List of facts. */
export function Facts(props: { items: readonly Fact[] }) {
  const s = useDevicePanelStyles();
  return (
    <dl className={s.list}>
      {props.items.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/**
 * Side panel of one terminal of any kind, live, beside its grid. `children`: sections on its current
 * activity; `facts`: stored settings beside the common fields.
 */
export function TerminalPanel(props: {
  /** Undefined: it was deleted. */
  row: TerminalLive | undefined;
  status: StatusName;
  zones: readonly PartitionLive[] | undefined;
  facts?: readonly Fact[];
  /** Fields of the form beside the common ones. */
  fields?: ((form: TerminalFormControls) => ReactNode) | undefined;
  related?: readonly string[];
  /** Runs an action on this terminal only and shows the result. */
  run: (label: string, action: 'identify' | 'restart', row: TerminalLive) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const [isEditing, setEditing] = useState(false);
  const { row, zones, onClose } = props;
  if (row === undefined)
    return (
      <SidePanel label={t('common.details')} title={undefined} testId="device-panel" onClose={onClose}>
        <EmptyState title={t('devices.goneTitle')} hint={t('devices.goneWhy')} />
      </SidePanel>
    );
  const operate = row.kind === 'device' ? 'operate_device' : entityPermission('edit', row.kind);
  const what = listenedTo[row.kind];
  const reason = may(operate) ? undefined : t('kit.noRight');
  return (
    <SidePanel
      label={t('devices.panel', { name: row.name })}
      title={row.name}
      caption={row.code}
      head={<StatusChip status={props.status} />}
      testId="device-panel"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={s.body} tabIndex={0} aria-label={t('common.details')}>
        {what !== undefined && (
          <ListenControl
            key={row.id}
            terminal={row.id}
            what={what}
            isThere={row.online}
            listeners={row.listeners}
          />
        )}
        {may(entityPermission('list', row.kind)) && <TerminalDay key={row.id} row={row} />}
        {props.children}
        <SignalLine id={row.id} />
        <h3 className={s.section}>{t('devices.terminal')}</h3>
        <StoredFacts row={row} zones={zones} facts={props.facts ?? []} />
        {isManagedHere(row) && <RemoteSection row={row} reason={reason} />}
      </section>
      <TerminalButtons row={row} reason={reason} run={props.run} onEdit={() => setEditing(true)} />
      {isEditing && zones !== undefined && (
        <TerminalForm row={row} zones={zones} related={props.related ?? []} onClose={() => setEditing(false)}>
          {props.fields}
        </TerminalForm>
      )}
    </SidePanel>
  );
}

/** Stored facts of every terminal. */
function StoredFacts(props: {
  row: TerminalLive;
  zones: readonly PartitionLive[] | undefined;
  facts: readonly Fact[];
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const { row } = props;
  const step = useUpgradeStep(row.id);
  const none = t('common.none');
  const groups = row.groups.flatMap((group) => streams.groups[row.kind].get(group)?.name ?? []);
  const yesNo = (value: boolean) => t(value ? 'common.yes' : 'common.no');
  return (
    <Facts
      items={[
        [t('devices.devName'), row.dev_name || none],
        [t('devices.alias'), row.dev_name2 || none],
        [t('zones.zone'), zonePath(props.zones ?? [], row.org).join(' / ') || none],
        [t('groups.column'), groups.join(t('kit.listComma')) || none],
        [t('devices.role'), t(`terminalKind.${row.kind}`)],
        ...props.facts,
        [t('devices.aoVolume'), row.ao_volume],
        [t('devices.aiVolume'), row.ai_volume],
        [t('devices.callNumber'), row.call_number || none],
        [t('devices.ip'), row.client_ip || none],
        [t('devices.version'), row.client_version || none],
        ...(step === undefined
          ? []
          : [[t('upgrade.state'), <UpgradeState key="upgrade" step={step} />] as Fact]),
        [t('devices.iccid'), row.ICCID || none],
        [t('devices.lastLogin'), formatTimestamp(row.last_login_time, none, clock.timeZone())],
        [t('devices.supportUpgrade'), yesNo(row.support_upgrade)],
        [t('devices.supportBuffalo'), yesNo(row.support_set_buffalo)],
        [t('devices.supportServer'), yesNo(row.support_set_server_config)],
        ...secretFacts(row, t),
        ...administrationFacts(row, t),
        ...unknownFacts(row, t),
      ]}
    />
  );
}
