import { z } from 'zod';
import { type GroupMember, groupMembers } from '../entities/terminals/group.ts';
import { terminalKindNames } from '../entities/terminals/terminal.ts';
import type { Texts } from '../language.ts';
import { fieldText } from '../rules/fieldText.ts';

/**
 * Import and export of terminals, zones, accounts, roles, groups, linkage tasks, alarm plans and quick codes as CSV
 * and XLSX. Both use these columns: the export writes their labels in the caller's language, the import recognises a
 * column by its key or by its label in any language.
 */

/** Groups of a kind of members: a row of the file for each member. */
export type GroupTransfer = `${GroupMember}_group`;
const groupKinds = groupMembers.map((member): GroupTransfer => `${member}_group`);
const ofGroups = <T>(value: T) =>
  Object.fromEntries(groupKinds.map((kind) => [kind, value])) as Record<GroupTransfer, T>;

/** Kind of the members of groups; null: not a kind of groups. */
export function groupedBy(kind: TransferKind): GroupMember | null {
  return (groupKinds as readonly string[]).includes(kind) ? (kind.slice(0, -6) as GroupMember) : null;
}

export const transferKinds = [
  ...terminalKindNames,
  'virtual_caster',
  'partition',
  'user',
  'role',
  'linkage_task',
  'alarm_plan',
  'quick_code',
  ...groupKinds,
] as const;
export type TransferKind = (typeof transferKinds)[number];

/** Entity whose permission keys apply to a kind: virtual casters use those of casters. */
export function transferEntity(kind: TransferKind): Exclude<TransferKind, 'virtual_caster'> {
  return kind === 'virtual_caster' ? 'caster' : kind;
}

export const transferFormats = ['csv', 'xlsx'] as const;
export type TransferFormat = (typeof transferFormats)[number];

/** Most rows of one file; fewer for kinds with passwords, because each is hashed. */
export const maxImportRows: Record<TransferKind, number> = {
  device: 100_000,
  caster: 5_000,
  dialogue: 100_000,
  capturer: 100_000,
  xtts: 100_000,
  fire_control_device: 100_000,
  virtual_caster: 5_000,
  partition: 100_000,
  user: 5_000,
  role: 1_000,
  linkage_task: 5_000,
  alarm_plan: 5_000,
  quick_code: 10_000,
  ...ofGroups(100_000),
};
/** Largest file, megabytes (10^6 bytes). */
export const maxImportMb = 50;
/** Most passwords of one file; hashing takes tens of milliseconds each by design. */
export const maxImportPasswords = 5_000;
/** Most created and changed rows that a report lists; it counts all. */
export const maxPreview = 500;

export interface TransferColumn {
  /** Key of the column, the same in every language. */
  key: string;
  label: Texts;
  /** `in`: import only (passwords are never exported); `out`: export only, ignored at import. */
  way?: 'in' | 'out';
}

const code: TransferColumn = { key: 'code', label: { cn: '编号', en: 'Code', kr: '코드' } };
const name: TransferColumn = { key: 'name', label: { cn: '名称', en: 'Name', kr: '이름' } };
const password: TransferColumn = {
  key: 'password',
  label: { cn: '密码', en: 'Password', kr: '비밀번호' },
  way: 'in',
};

const zoneCode: TransferColumn = {
  key: 'zone',
  label: { cn: '分区编号', en: 'Zone code', kr: '구역 코드' },
};
const description: TransferColumn = {
  key: 'desc',
  label: { cn: '说明', en: 'Description', kr: '설명' },
};
const priority: TransferColumn = { key: 'priority', label: { cn: '优先级', en: 'Priority', kr: '우선순위' } };

const callNumber: TransferColumn = {
  key: 'call_number',
  label: { cn: '快捷号码', en: 'Quick number', kr: '단축 번호' },
};
const activated: TransferColumn = {
  key: 'activated',
  label: { cn: '启用', en: 'Activated', kr: '활성화' },
};
const disabled: TransferColumn = { key: 'disabled', label: { cn: '停用', en: 'Disabled', kr: '사용 중지' } };

/** Columns of a kind of terminals: the common ones and those of the kind. */
const terminal = (...own: TransferColumn[]): readonly TransferColumn[] => [
  code,
  name,
  { key: 'dev_name2', label: { cn: '别名', en: 'Alias', kr: '별칭' } },
  zoneCode,
  { key: 'zone_name', label: { cn: '分区名称', en: 'Zone name', kr: '구역 이름' }, way: 'out' },
  { key: 'ao_volume', label: { cn: '播放音量', en: 'Play volume', kr: '재생 음량' } },
  { key: 'ai_volume', label: { cn: '录音音量', en: 'Record volume', kr: '녹음 음량' } },
  callNumber,
  ...own,
  { key: 'ICCID', label: { cn: 'ICCID', en: 'ICCID', kr: 'ICCID' }, way: 'out' },
  { key: 'client_ip', label: { cn: 'IP地址', en: 'IP address', kr: 'IP 주소' }, way: 'out' },
  { key: 'client_version', label: { cn: '版本', en: 'Version', kr: '버전' }, way: 'out' },
];

/**
 * Columns of each kind, in the order of the file. The first one identifies a row. Choices are written as their codes;
 * several names in one cell are separated by `|`, and a `|` or backslash within a name is escaped by a backslash.
 */
export const transferColumns: Record<TransferKind, readonly TransferColumn[]> = {
  device: terminal(),
  caster: terminal(
    priority,
    {
      key: 'reach',
      label: { cn: '可广播分区编号', en: 'Codes of zones to speak to', kr: '방송 가능 구역 코드' },
    },
    { key: 'owner', label: { cn: '所属账号', en: 'Owner account', kr: '소속 계정' } },
    disabled,
    password,
  ),
  dialogue: terminal(
    { key: 'dialogue_code', label: { cn: '对讲码', en: 'Dialogue code', kr: '통화 코드' } },
    { key: 'callee', label: { cn: '被叫号码', en: 'Callee number', kr: '수신 번호' } },
    { key: 'call_mode', label: { cn: '通话模式', en: 'Call mode', kr: '통화 모드' } },
    priority,
  ),
  capturer: terminal(
    { key: 'mode', label: { cn: '触发模式', en: 'Trigger mode', kr: '트리거 모드' } },
    { key: 'channel_names', label: { cn: '通道名称', en: 'Channel names', kr: '채널 이름' } },
  ),
  xtts: terminal(),
  fire_control_device: terminal(
    {
      key: 'delayTriggerTime',
      label: { cn: '触发延时（秒）', en: 'Trigger delay (s)', kr: '트리거 지연(초)' },
    },
    { key: 'input_names', label: { cn: '输入名称', en: 'Input names', kr: '입력 이름' } },
    { key: 'input_contacts', label: { cn: '输入触点', en: 'Input contacts', kr: '입력 접점' } },
    {
      key: 'input_debounce_ms',
      label: { cn: '输入消抖（毫秒）', en: 'Input debounce (ms)', kr: '입력 디바운스(ms)' },
    },
    { key: 'input_supervised', label: { cn: '输入线路监测', en: 'Inputs supervised', kr: '입력 선로 감시' } },
    { key: 'output_names', label: { cn: '输出名称', en: 'Output names', kr: '출력 이름' } },
  ),
  virtual_caster: [
    callNumber,
    name,
    { key: 'ring', label: { cn: '振铃方式', en: 'Ringing', kr: '호출 방식' } },
    { key: 'casters', label: { cn: '成员分控编号', en: 'Codes of its casters', kr: '구성 방송대 코드' } },
  ],
  partition: [
    code,
    name,
    { key: 'parent', label: { cn: '上级分区编号', en: 'Parent zone code', kr: '상위 구역 코드' } },
    password,
  ],
  user: [
    { key: 'code', label: { cn: '账号', en: 'Account', kr: '계정' } },
    { key: 'name', label: { cn: '姓名', en: 'Name', kr: '이름' } },
    { key: 'role', label: { cn: '角色编号', en: 'Role code', kr: '역할 코드' } },
    { key: 'zones', label: { cn: '分区编号', en: 'Zone codes', kr: '구역 코드' } },
    { key: 'all_zones', label: { cn: '全部分区', en: 'All zones', kr: '전체 구역' } },
    disabled,
    password,
    {
      key: 'must_change_password',
      label: { cn: '首次登录须改密码', en: 'Must change password', kr: '첫 로그인 시 비밀번호 변경' },
      way: 'in',
    },
  ],
  role: [
    { key: 'code', label: { cn: '角色编号', en: 'Role code', kr: '역할 코드' } },
    name,
    { key: 'permissions', label: { cn: '权限', en: 'Permissions', kr: '권한' } },
  ],
  ...ofGroups<readonly TransferColumn[]>([
    { key: 'name', label: { cn: '分组名称', en: 'Group', kr: '그룹' } },
    { key: 'member', label: { cn: '成员', en: 'Member', kr: '구성원' } },
    { key: 'member_name', label: { cn: '成员名称', en: 'Member name', kr: '구성원 이름' }, way: 'out' },
  ]),
  linkage_task: [
    name,
    zoneCode,
    { key: 'audio_source', label: { cn: '音源', en: 'Audio source', kr: '음원' } },
    { key: 'files', label: { cn: '音乐文件', en: 'Files', kr: '음악 파일' } },
    { key: 'textContent', label: { cn: '文本内容', en: 'Text', kr: '문안' } },
    { key: 'voiceName', label: { cn: '发音人', en: 'Voice', kr: '음성' } },
    { key: 'voiceSpeed', label: { cn: '语速', en: 'Voice speed', kr: '말하기 속도' } },
    { key: 'preset_text', label: { cn: '预置文本', en: 'Preset text', kr: '프리셋 문안' } },
    { key: 'control_action', label: { cn: '控制动作', en: 'Control action', kr: '제어 동작' } },
    { key: 'control_volume', label: { cn: '控制音量', en: 'Control volume', kr: '제어 음량' } },
    { key: 'tone', label: { cn: '提示音', en: 'Attention tone', kr: '주의음' } },
    { key: 'interval_time', label: { cn: '间隔（秒）', en: 'Gap (s)', kr: '간격(초)' } },
    { key: 'volume', label: { cn: '报警音量', en: 'Alarm volume', kr: '경보 음량' } },
    { key: 'devices', label: { cn: '终端编号', en: 'Terminal codes', kr: '단말 코드' } },
    { key: 'orgs', label: { cn: '广播分区编号', en: 'Codes of zones to sound in', kr: '방송 구역 코드' } },
    { key: 'groups', label: { cn: '终端分组', en: 'Terminal groups', kr: '단말 그룹' } },
    description,
  ],
  alarm_plan: [
    name,
    zoneCode,
    priority,
    {
      key: 'fire_control_device',
      label: { cn: '报警终端编号', en: 'Alarm terminal code', kr: '경보 단말 코드' },
    },
    { key: 'input_nums', label: { cn: '输入', en: 'Inputs', kr: '입력' } },
    { key: 'output_nums', label: { cn: '输出', en: 'Outputs', kr: '출력' } },
    { key: 'linkage_task_ids', label: { cn: '联动任务', en: 'Linkage tasks', kr: '연동 작업' } },
    { key: 'steps', label: { cn: '后续步骤', en: 'Later steps', kr: '이후 단계' } },
    { key: 'gpio_set_task_ids', label: { cn: 'GPIO任务', en: 'GPIO tasks', kr: 'GPIO 작업' } },
    { key: 'reset_time', label: { cn: '复位时间（秒）', en: 'Reset time (s)', kr: '복귀 시간(초)' } },
    activated,
    description,
  ],
  quick_code: [
    { key: 'code', label: { cn: '快捷码', en: 'Quick code', kr: '단축 코드' } },
    name,
    zoneCode,
    { key: 'action', label: { cn: '动作', en: 'Action', kr: '동작' } },
    { key: 'scheduled_task', label: { cn: '定时任务', en: 'Scheduled task', kr: '예약 작업' } },
    { key: 'again', label: { cn: '再次拨号', en: 'Dialled again', kr: '다시 누르면' } },
    { key: 'devices', label: { cn: '终端编号', en: 'Terminal codes', kr: '단말 코드' } },
    { key: 'orgs', label: { cn: '广播分区编号', en: 'Codes of zones to sound in', kr: '방송 구역 코드' } },
    { key: 'groups', label: { cn: '终端分组', en: 'Terminal groups', kr: '단말 그룹' } },
    {
      key: 'station',
      label: { cn: '被叫终端编号', en: 'Code of the called station', kr: '호출할 단말 코드' },
    },
    {
      key: 'virtual_caster',
      label: {
        cn: '被叫虚拟分控号码',
        en: 'Number of the called virtual caster',
        kr: '호출할 가상 방송대 번호',
      },
    },
    activated,
    description,
  ],
};

/** Column that identifies a row; every file needs it. */
export function keyColumn(kind: TransferKind): TransferColumn {
  return transferColumns[kind][0] as TransferColumn;
}

/** Columns of a kind in an export (`out`) or in a template (`in`). */
export function columnsFor(kind: TransferKind, way: 'in' | 'out'): readonly TransferColumn[] {
  return transferColumns[kind].filter((column) => column.way === undefined || column.way === way);
}

/** Texts of a yes-or-no cell in each language. */
export const yesNo = { true: { cn: '是', en: 'yes', kr: '예' }, false: { cn: '否', en: 'no', kr: '아니요' } };
const yes = new Set(['true', '1', 'y', 'yes', '是', '예', '네']);
const no = new Set(['false', '0', 'n', 'no', '否', '아니요', '아니오', '']);

/** Reads a yes-or-no cell; null: neither. */
export function readYesNo(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : null;
}

const risky = /^'*[=+\-@\t\r]/;

/** Puts an apostrophe before a cell that a spreadsheet would run as a formula; `bare` removes it. */
export function neutral(cell: string): string {
  return risky.test(cell) ? `'${cell}` : cell;
}

/** Inverse of `neutral` for every text. */
export function bare(cell: string): string {
  return cell.startsWith("'") && risky.test(cell) ? cell.slice(1) : cell;
}

const fault = z.object({
  column: z.string().describe(fieldText.column),
  label: z.string().describe(fieldText.label),
  message: z.string().describe(fieldText.message),
});

/** Result of an import or of its dry run. Rows are numbered as in a spreadsheet: the header is row 1. */
export const importReport = z.object({
  dry_run: z.boolean().describe(fieldText.dry_run),
  imported: z.boolean().describe(fieldText.imported),
  rows: z.number().int().describe('Number of rows of the file.'),
  created: z.number().int().describe('Number of rows that are made.'),
  changed: z.number().int().describe('Number of rows that are changed.'),
  unchanged: z.number().int().describe('Number of rows that stay as they are.'),
  header: z.array(z.string()).describe('First row of the file.'),
  ignored: z.array(z.string()).describe('Columns of the file that are not read.'),
  bad: z
    .array(
      z.object({
        line: z.number().int().describe(fieldText.line),
        cells: z.array(z.string()).describe('Cells of the row.'),
        faults: z.array(fault).describe('What is wrong with the row.'),
      }),
    )
    .describe('Rows that cannot be taken, with their cells (passwords blanked).'),
  preview: z
    .array(
      z.object({
        line: z.number().int().describe(fieldText.line),
        code: z.string().describe(fieldText.code),
        name: z.string().describe(fieldText.name),
        action: z.enum(['create', 'change']).describe('What happens to the row: `create` or `change`.'),
        changes: z
          .array(
            z.object({
              column: z.string().describe(fieldText.column),
              label: z.string().describe(fieldText.label),
              before: z.string().describe('Before the change.'),
              after: z.string().describe('After the change.'),
            }),
          )
          .describe('Cells that change.'),
      }),
    )
    .describe('First rows that are made or changed.'),
});
export type ImportReport = z.output<typeof importReport>;

export const importQuery = z.object({ dry_run: z.stringbool().default(true).describe(fieldText.dry_run) });

/** Query of an export: `format`, filters, and `template` for the header alone. `org` includes all zones below it. */
export const exportQuery = z.object({
  format: z.enum(transferFormats).default('csv').describe('Format of the file: `csv` or `xlsx`.'),
  template: z.stringbool().default(false).describe('Only the header, to be filled in.'),
  q: z.string().max(200).optional().describe(fieldText.q),
});

/** Answer of `POST /v1/{kind}/export/ticket`: an address; the query is appended with `&`. */
export const exportTicket = z.object({
  url: z.string().describe('Path with a ticket; the query of the export is added with `&`.'),
});
export type ExportTicket = z.output<typeof exportTicket>;
