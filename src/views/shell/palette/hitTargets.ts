import {
  BranchForkLinkRegular,
  CalendarClockRegular,
  CalendarRegular,
  CallRegular,
  DocumentTextRegular,
  FlashRegular,
  type FluentIcon,
  GroupListRegular,
  LiveRegular,
  MapRegular,
  MegaphoneLoudRegular,
  MicPulseRegular,
  MicRegular,
  MusicNote2Regular,
  NotepadRegular,
  OrganizationRegular,
  PersonRegular,
  RecordRegular,
  SlideTextRegular,
  Speaker2Regular,
  UsbPlugRegular,
} from '@fluentui/react-icons';
import type { SearchHit, SearchKind } from '../../../../contract/api/search.ts';
import { declarations } from '../../../../contract/entities/registry.ts';
import type { Language } from '../../../../contract/language.ts';

/** Address of a hit: its screen, and the query that finds its row there. */
interface Target {
  screen: string;
  icon: FluentIcon;
  query(hit: Pick<SearchHit, 'id' | 'name' | 'code'>): Record<string, string>;
}

const byId = ({ id }: Pick<SearchHit, 'id'>) => ({ id: String(id) });
const byName = ({ name }: Pick<SearchHit, 'name'>) => ({ q: name });
const target = (screen: string, icon: FluentIcon, query: Target['query'] = byId): Target => ({
  screen,
  icon,
  query,
});

/** Where hits of each kind lead. Lists of pages find a row by its name, as it may be on any page. */
export const hitTargets: Record<SearchKind, Target> = {
  partition: target('menu_device_management', OrganizationRegular, ({ id }) => ({ org: String(id) })),
  device: target('menu_device_management', Speaker2Regular),
  device_group: target('menu_device_management', GroupListRegular, ({ id }) => ({ group: String(id) })),
  caster: target('menu_caster_management', MicRegular),
  dialogue: target('menu_dialogue_status', CallRegular),
  capturer: target('menu_capturer_status', UsbPlugRegular),
  xtts: target('menu_xtts_status', SlideTextRegular),
  fire_control_device: target('menu_fire_control_device', FlashRegular),
  alarm_plan: target('menu_alarm_plan', NotepadRegular),
  linkage_task: target('menu_linkage_task', BranchForkLinkRegular),
  scheduled_task: target('menu_task_management', CalendarClockRegular),
  plan: target('menu_plan', CalendarRegular, byName),
  task: target('menu_task_status', MegaphoneLoudRegular),
  capturer_task: target('menu_capturer_task', MicPulseRegular, byName),
  gpio_task: target('menu_gpio_task', FlashRegular, byName),
  file: target('menu_file_management', MusicNote2Regular, byName),
  preset_text: target('menu_preset_text', DocumentTextRegular, byName),
  radio: target('menu_radio_management', LiveRegular, byName),
  user: target('menu_user_management', PersonRegular, ({ code }) => ({ q: code })),
  record_file: target('menu_record_file', RecordRegular),
  site_plan: target('menu_site_plan', MapRegular),
};

/** Address of the row of a hit. */
export function addressOfHit(hit: Pick<SearchHit, 'kind' | 'id' | 'name' | 'code'>): string {
  const { screen, query } = hitTargets[hit.kind];
  return `/${screen}?${new URLSearchParams(query(hit))}`;
}

/** Name of a kind in a language. */
export function kindName(kind: SearchKind, language: Language): string {
  const found = declarations.find(({ key }) => key === kind);
  return found !== undefined && 'one' in found ? found.one[language] : kind;
}
