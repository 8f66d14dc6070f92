import {
  Button,
  Menu,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { FilterRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { Observable } from 'rxjs';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { ActiveFilter } from '../../kit/layout/EmptyState.tsx';
import { Counters } from '../../kit/toolbar/Counters.tsx';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { DeviceEmpty } from '../../shared/terminals/DeviceEmpty.tsx';
import { moreFilters, readMore } from '../../shared/terminals/deviceFilter.ts';
import { counterKeys, isCounterKey, shownCounters } from '../../shared/terminals/deviceStatus.ts';
import type { DeviceView } from './useDeviceCriteria.ts';
import { countsOf, type DeviceSummary, useSummaryPart, valuesOf } from './useDeviceSummary.ts';

/** Filters by role, version, task and more; all stored in the address. */
export function DeviceFilters(props: { view: DeviceView; summaries: Observable<DeviceSummary> }) {
  const { t } = useTranslation();
  const { view } = props;
  const values = useSummaryPart(props.summaries, valuesOf);
  const put = (name: string) => (value: string | undefined) =>
    view.change({ filters: { [name]: value ?? '' } });
  const chosen = readMore(view.more);
  return (
    <>
      <FilterMenu
        label={t('devices.role')}
        value={view.role}
        options={(values?.roles ?? []).map((role) => ({
          value: String(role),
          label: t(`codes.terminalRole.${role}`),
        }))}
        onChange={put('role')}
      />
      <FilterMenu
        label={t('devices.version')}
        value={view.version}
        options={(values?.versions ?? []).map((version) => ({ value: version, label: version }))}
        onChange={put('version')}
      />
      <FilterMenu
        label={t('devices.task')}
        value={view.task}
        options={(values?.tasks ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={put('task')}
      />
      <Menu
        checkedValues={{ more: chosen }}
        onCheckedValueChange={(_, { checkedItems }) => put('more')(checkedItems.join(','))}
      >
        <MenuTrigger disableButtonEnhancement>
          <Button size="small" appearance="subtle" icon={<FilterRegular />}>
            {chosen.length === 0 ? t('devices.more') : t('devices.moreChosen', { n: chosen.length })}
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {moreFilters.map((one) => (
              <MenuItemCheckbox key={one} name="more" value={one}>
                {t(`devices.moreFilter.${one}`)}
              </MenuItemCheckbox>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </>
  );
}

/** Empty state of the screen: names the active filters, and removes them. */
export function NoDevices(props: {
  view: DeviceView;
  zones: readonly PartitionLive[] | undefined;
  summaries: Observable<DeviceSummary>;
}) {
  const { view, zones } = props;
  const active = useActiveFilters(view, zones, useSummaryPart(props.summaries, valuesOf));
  return (
    <DeviceEmpty
      filters={active}
      onDrop={(key) => view.change(key === 'q' ? { q: '' } : { filters: { [key]: '' } })}
      onClear={() =>
        view.change({
          q: '',
          filters: { org: '', group: '', state: '', role: '', version: '', task: '', more: '' },
        })
      }
    />
  );
}

/** Counters of the terminals by state, as a filter. */
export function DeviceCounters(props: { view: DeviceView; summaries: Observable<DeviceSummary> }) {
  const { t } = useTranslation();
  const { view } = props;
  const counts = useSummaryPart(props.summaries, countsOf);
  return (
    <Counters
      label={t('devices.byState')}
      items={shownCounters(counterKeys, counts, view.state).map((key) => ({
        key,
        label: key === 'all' ? t('common.all') : t(`status.${key}`),
        count: counts?.[key],
        ...(key === 'all' ? {} : { status: key }),
      }))}
      value={view.state}
      onPick={(key) => view.change({ filters: { state: key === 'all' ? '' : (key ?? '') } })}
    />
  );
}

/** Active filters with descriptions, for the empty state that removes them. */
function useActiveFilters(
  view: DeviceView,
  zones: readonly PartitionLive[] | undefined,
  values: Pick<DeviceSummary, 'tasks'> | undefined,
): ActiveFilter[] {
  const { t } = useTranslation();
  const { streams } = useApp();
  const face = (label: string, value: string) => t('kit.filterLabel', { label, value });
  const active: ActiveFilter[] = [];
  if (view.org !== undefined)
    active.push({
      key: 'org',
      text: face(t('zones.zone'), zones?.find(({ id }) => id === view.org)?.name ?? String(view.org)),
    });
  if (view.group)
    active.push({
      key: 'group',
      text: face(t('groups.group'), streams.deviceGroup.get(Number(view.group))?.name ?? view.group),
    });
  if (isCounterKey(view.state) && view.state !== 'all')
    active.push({ key: 'state', text: t(`status.${view.state}`) });
  if (view.q) active.push({ key: 'q', text: face(t('common.search'), view.q) });
  if (view.role)
    active.push({ key: 'role', text: face(t('devices.role'), t(`codes.terminalRole.${view.role}`)) });
  if (view.version) active.push({ key: 'version', text: face(t('devices.version'), view.version) });
  if (view.task) {
    const name = values?.tasks.find(({ id }) => String(id) === view.task)?.name ?? view.task;
    active.push({ key: 'task', text: face(t('devices.task'), name) });
  }
  if (readMore(view.more).length > 0)
    active.push({
      key: 'more',
      text: readMore(view.more)
        .map((one) => t(`devices.moreFilter.${one}`))
        .join(t('kit.listComma')),
    });
  return active;
}
