import type { CallLive } from '../protocol/call.ts';
import { memberTransfer, shared, terminalColumns } from './columns.ts';
import { type Declaration, rowsOf } from './declaration.ts';
import type { PartitionLive } from './site/partition.ts';
import type { SiteLive } from './site/systemConfig.ts';
import type { FileGroupLive, FileLive } from './sound/file.ts';
import type { MediaGroupLive } from './sound/library.ts';
import type { PresetTextLive } from './sound/presetText.ts';
import type { RadioLive } from './sound/radio.ts';
import type { RecordFileNews } from './sound/recordFile.ts';
import type { AlarmEnded, AlarmLive } from './tasks/alarm.ts';
import type { AlarmPlanLive } from './tasks/alarmPlan.ts';
import type { BroadcastLive } from './tasks/broadcast.ts';
import type { CapturerTask } from './tasks/capturerTask.ts';
import type { GpioTaskLive } from './tasks/gpioTask.ts';
import type { LinkageTaskLive } from './tasks/linkageTask.ts';
import type { Plan } from './tasks/plan.ts';
import type { QuickCodeLive } from './tasks/quickCode.ts';
import type { ScheduledTaskLive } from './tasks/scheduledTask.ts';
import type { FoundTerminal } from './terminals/device.ts';
import type { Fault } from './terminals/fault.ts';
import type { GroupLive } from './terminals/group.ts';
import type { IoLive } from './terminals/io.ts';
import type { KindLive } from './terminals/kinds.ts';
import type { SignalRow } from './terminals/signal.ts';
import type { UpgradeTopicRow } from './terminals/upgrade.ts';
import type { VirtualCasterLive } from './terminals/virtualCaster.ts';
import type { TtsLicensePool } from './terminals/xtts.ts';

/**
 * Every entity, declared once, in the order of the permission matrix. Topics, feeds, permission keys, the words of the
 * audit log, and the columns of import and export follow from it. It imports no schema, because the login page and the
 * permission keys, which the schema of a role contains, need it.
 */
export const declarations = [
  {
    key: 'plan',
    one: { cn: '计划', en: 'Plan', kr: '계획' },
    many: { cn: '计划', en: 'Plans', kr: '계획' },
    permissions: 'base',
    live: rowsOf<Plan>(),
  },
  {
    key: 'task',
    one: { cn: '任务', en: 'Task', kr: '작업' },
    many: { cn: '任务', en: 'Tasks', kr: '작업' },
    permissions: 'base',
    live: rowsOf<BroadcastLive>(),
    liveFor: ['menu_real_time_task', 'list_task'],
  },
  {
    key: 'device',
    one: { cn: '终端', en: 'Terminal', kr: '단말' },
    many: { cn: '设备', en: 'Devices', kr: '장치' },
    permissions: 'base',
    live: rowsOf<KindLive<'device'>>(),
    transfer: { maxRows: 100_000, file: 'terminals', columns: terminalColumns() },
  },
  {
    key: 'device_group',
    one: { cn: '设备分组', en: 'Device group', kr: '단말 그룹' },
    many: { cn: '设备分组', en: 'Device groups', kr: '장치 그룹' },
    permissions: 'base',
    live: rowsOf<GroupLive>(),
    transfer: memberTransfer,
  },
  {
    key: 'caster',
    one: { cn: '分控', en: 'Caster', kr: '방송대' },
    many: { cn: '分控', en: 'Casters', kr: '방송대' },
    permissions: 'base',
    live: rowsOf<KindLive<'caster'>>(),
    transfer: {
      maxRows: 5_000,
      columns: terminalColumns(
        shared.priority,
        {
          key: 'reach',
          label: { cn: '可广播分区编号', en: 'Codes of zones to speak to', kr: '방송 가능 구역 코드' },
        },
        { key: 'owner', label: { cn: '所属账号', en: 'Owner account', kr: '소속 계정' } },
        shared.disabled,
        shared.password,
      ),
    },
  },
  {
    key: 'caster_group',
    one: { cn: '分控分组', en: 'Caster group', kr: '방송대 그룹' },
    many: { cn: '分控分组', en: 'Caster groups', kr: '방송대 그룹' },
    permissions: 'base',
    live: rowsOf<GroupLive>(),
    transfer: memberTransfer,
  },
  {
    key: 'role',
    one: { cn: '角色', en: 'Role', kr: '역할' },
    many: { cn: '角色', en: 'Roles', kr: '역할' },
    permissions: 'base',
    transfer: {
      maxRows: 1_000,
      columns: [
        { key: 'code', label: { cn: '角色编号', en: 'Role code', kr: '역할 코드' } },
        shared.name,
        { key: 'permissions', label: { cn: '权限', en: 'Permissions', kr: '권한' } },
      ],
    },
  },
  {
    key: 'user',
    one: { cn: '账号', en: 'Account', kr: '계정' },
    many: { cn: '账号', en: 'Accounts', kr: '계정' },
    permissions: 'base',
    transfer: {
      maxRows: 5_000,
      file: 'accounts',
      columns: [
        { key: 'code', label: { cn: '账号', en: 'Account', kr: '계정' } },
        { key: 'name', label: { cn: '姓名', en: 'Name', kr: '이름' } },
        { key: 'role', label: { cn: '角色编号', en: 'Role code', kr: '역할 코드' } },
        { key: 'zones', label: { cn: '分区编号', en: 'Zone codes', kr: '구역 코드' } },
        { key: 'all_zones', label: { cn: '全部分区', en: 'All zones', kr: '전체 구역' } },
        shared.disabled,
        shared.password,
        {
          key: 'must_change_password',
          label: { cn: '首次登录须改密码', en: 'Must change password', kr: '첫 로그인 시 비밀번호 변경' },
          way: 'in',
        },
      ],
    },
  },
  {
    key: 'file',
    one: { cn: '音乐文件', en: 'Music file', kr: '음악 파일' },
    many: { cn: '音乐文件', en: 'Music files', kr: '음악 파일' },
    permissions: 'base',
    live: rowsOf<FileLive>(),
  },
  {
    key: 'file_group',
    one: { cn: '文件分组', en: 'File group', kr: '파일 그룹' },
    many: { cn: '文件分组', en: 'File groups', kr: '파일 그룹' },
    permissions: 'base',
    live: rowsOf<FileGroupLive>(),
  },
  {
    key: 'preset_text',
    one: { cn: '预置文本', en: 'Preset text', kr: '예약 문구' },
    many: { cn: '预置文本', en: 'Preset texts', kr: '예약 문구' },
    permissions: 'base',
    live: rowsOf<PresetTextLive>(),
  },
  {
    key: 'preset_text_group',
    one: { cn: '文本分组', en: 'Preset text group', kr: '문구 그룹' },
    many: { cn: '文本分组', en: 'Preset text groups', kr: '문구 그룹' },
    permissions: 'base',
    live: rowsOf<MediaGroupLive>(),
  },
  {
    key: 'radio',
    one: { cn: '电台', en: 'Radio station', kr: '라디오 방송국' },
    many: { cn: '电台', en: 'Radio stations', kr: '라디오 방송국' },
    permissions: 'base',
    live: rowsOf<RadioLive>(),
  },
  {
    key: 'radio_group',
    one: { cn: '电台分组', en: 'Radio group', kr: '라디오 그룹' },
    many: { cn: '电台分组', en: 'Radio groups', kr: '라디오 그룹' },
    permissions: 'base',
    live: rowsOf<MediaGroupLive>(),
  },
  {
    key: 'xtts',
    one: { cn: 'TTS 终端', en: 'TTS terminal', kr: 'TTS 단말' },
    many: { cn: 'TTS 终端', en: 'TTS terminals', kr: 'TTS 단말' },
    permissions: 'base',
    live: rowsOf<KindLive<'xtts'>>(),
    transfer: { maxRows: 100_000, file: 'tts-terminals', columns: terminalColumns() },
  },
  {
    key: 'xtts_group',
    one: { cn: 'TTS 终端分组', en: 'TTS terminal group', kr: 'TTS 단말 그룹' },
    many: { cn: 'TTS 终端分组', en: 'TTS terminal groups', kr: 'TTS 단말 그룹' },
    permissions: 'base',
    live: rowsOf<GroupLive>(),
    transfer: memberTransfer,
  },
  {
    key: 'capturer',
    one: { cn: '采集器', en: 'Capturer', kr: '수집기' },
    many: { cn: '采集器', en: 'Capturers', kr: '수집기' },
    permissions: 'base',
    live: rowsOf<KindLive<'capturer'>>(),
    transfer: {
      maxRows: 100_000,
      columns: terminalColumns(
        { key: 'mode', label: { cn: '触发模式', en: 'Trigger mode', kr: '트리거 모드' } },
        { key: 'channel_names', label: { cn: '通道名称', en: 'Channel names', kr: '채널 이름' } },
      ),
    },
  },
  {
    key: 'capturer_group',
    one: { cn: '采集器分组', en: 'Capturer group', kr: '수집기 그룹' },
    many: { cn: '采集器分组', en: 'Capturer groups', kr: '수집기 그룹' },
    permissions: 'base',
    live: rowsOf<GroupLive>(),
    transfer: memberTransfer,
  },
  {
    key: 'alarm_plan',
    one: { cn: '报警预案', en: 'Alarm plan', kr: '경보 계획' },
    many: { cn: '报警预案', en: 'Alarm plans', kr: '경보 계획' },
    permissions: 'base',
    live: rowsOf<AlarmPlanLive>(),
    transfer: {
      maxRows: 5_000,
      columns: [
        shared.name,
        shared.zoneCode,
        shared.priority,
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
        shared.activated,
        shared.description,
      ],
    },
  },
  {
    key: 'alarm_plan_group',
    one: { cn: '报警预案分组', en: 'Alarm plan group', kr: '경보 계획 그룹' },
    many: { cn: '报警预案分组', en: 'Alarm plan groups', kr: '경보 계획 그룹' },
    permissions: 'base',
    live: rowsOf<GroupLive>(),
    transfer: memberTransfer,
  },
  {
    key: 'fire_control_device',
    one: { cn: '报警终端', en: 'Alarm terminal', kr: '경보 단말' },
    many: { cn: '报警终端', en: 'Alarm terminals', kr: '경보 단말' },
    permissions: 'base',
    live: rowsOf<KindLive<'fire_control_device'>>(),
    transfer: {
      maxRows: 100_000,
      file: 'alarm-terminals',
      columns: terminalColumns(
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
        {
          key: 'input_supervised',
          label: { cn: '输入线路监测', en: 'Inputs supervised', kr: '입력 선로 감시' },
        },
        { key: 'output_names', label: { cn: '输出名称', en: 'Output names', kr: '출력 이름' } },
      ),
    },
  },
  {
    key: 'fire_control_device_group',
    one: { cn: '报警终端分组', en: 'Alarm terminal group', kr: '경보 단말 그룹' },
    many: { cn: '报警终端分组', en: 'Alarm terminal groups', kr: '경보 단말 그룹' },
    permissions: 'base',
    live: rowsOf<GroupLive>(),
    transfer: memberTransfer,
  },
  {
    key: 'linkage_task',
    one: { cn: '联动任务', en: 'Linkage task', kr: '연동 작업' },
    many: { cn: '联动任务', en: 'Linkage tasks', kr: '연동 작업' },
    permissions: 'base',
    live: rowsOf<LinkageTaskLive>(),
    transfer: {
      maxRows: 5_000,
      columns: [
        shared.name,
        shared.zoneCode,
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
        {
          key: 'orgs',
          label: { cn: '广播分区编号', en: 'Codes of zones to sound in', kr: '방송 구역 코드' },
        },
        { key: 'groups', label: { cn: '终端分组', en: 'Terminal groups', kr: '단말 그룹' } },
        shared.description,
      ],
    },
  },
  {
    key: 'linkage_task_group',
    one: { cn: '联动任务分组', en: 'Linkage task group', kr: '연동 작업 그룹' },
    many: { cn: '联动任务分组', en: 'Linkage task groups', kr: '연동 작업 그룹' },
    permissions: 'base',
    live: rowsOf<GroupLive>(),
    transfer: memberTransfer,
  },
  {
    key: 'partition',
    one: { cn: '分区', en: 'Zone', kr: '구역' },
    many: { cn: '分区', en: 'Zones', kr: '구역' },
    permissions: 'added',
    live: rowsOf<PartitionLive>(),
    transfer: {
      maxRows: 100_000,
      file: 'zones',
      columns: [
        shared.code,
        shared.name,
        { key: 'parent', label: { cn: '上级分区编号', en: 'Parent zone code', kr: '상위 구역 코드' } },
        shared.password,
      ],
    },
  },
  {
    key: 'dialogue',
    one: { cn: '对讲终端', en: 'Intercom terminal', kr: '통화 단말' },
    many: { cn: '对讲终端', en: 'Intercom terminals', kr: '통화 단말' },
    permissions: 'added',
    live: rowsOf<KindLive<'dialogue'>>(),
    transfer: {
      maxRows: 100_000,
      file: 'intercoms',
      columns: terminalColumns(
        { key: 'dialogue_code', label: { cn: '对讲码', en: 'Dialogue code', kr: '통화 코드' } },
        { key: 'callee', label: { cn: '被叫号码', en: 'Callee number', kr: '수신 번호' } },
        { key: 'call_mode', label: { cn: '通话模式', en: 'Call mode', kr: '통화 모드' } },
        shared.priority,
      ),
    },
  },
  {
    key: 'dialogue_group',
    one: { cn: '对讲终端分组', en: 'Intercom terminal group', kr: '통화 단말 그룹' },
    many: { cn: '对讲终端分组', en: 'Intercom terminal groups', kr: '통화 단말 그룹' },
    permissions: 'added',
    live: rowsOf<GroupLive>(),
    transfer: memberTransfer,
  },
  {
    key: 'gpio_task',
    one: { cn: 'GPIO任务', en: 'GPIO task', kr: 'GPIO 작업' },
    many: { cn: 'GPIO 任务', en: 'GPIO tasks', kr: 'GPIO 작업' },
    permissions: 'added',
    live: rowsOf<GpioTaskLive>(),
  },
  {
    key: 'quick_code',
    one: { cn: '快捷码', en: 'Quick code', kr: '단축 코드' },
    many: { cn: '快捷码', en: 'Quick codes', kr: '단축 코드' },
    permissions: 'added',
    live: rowsOf<QuickCodeLive>(),
    transfer: {
      maxRows: 10_000,
      columns: [
        { key: 'code', label: { cn: '快捷码', en: 'Quick code', kr: '단축 코드' } },
        shared.name,
        shared.zoneCode,
        { key: 'action', label: { cn: '动作', en: 'Action', kr: '동작' } },
        { key: 'scheduled_task', label: { cn: '定时任务', en: 'Scheduled task', kr: '예약 작업' } },
        { key: 'again', label: { cn: '再次拨号', en: 'Dialled again', kr: '다시 누르면' } },
        { key: 'devices', label: { cn: '终端编号', en: 'Terminal codes', kr: '단말 코드' } },
        {
          key: 'orgs',
          label: { cn: '广播分区编号', en: 'Codes of zones to sound in', kr: '방송 구역 코드' },
        },
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
        shared.activated,
        shared.description,
      ],
    },
  },
  {
    key: 'upgrade_file',
    one: { cn: '升级文件', en: 'Upgrade file', kr: '업그레이드 파일' },
    many: { cn: '升级文件', en: 'Upgrade files', kr: '업그레이드 파일' },
    permissions: 'added',
  },
  {
    key: 'integration',
    one: { cn: '外部接入', en: 'Integration', kr: '외부 연동' },
    many: { cn: '外部接入', en: 'Integration', kr: '외부 연동' },
    permissions: 'added',
  },
  {
    key: 'virtual_caster',
    one: { cn: '虚拟分控', en: 'Virtual caster', kr: '가상 방송대' },
    live: rowsOf<VirtualCasterLive>(),
    liveFor: ['list_caster'],
    transfer: {
      rights: 'caster',
      maxRows: 5_000,
      columns: [
        shared.callNumber,
        shared.name,
        { key: 'ring', label: { cn: '振铃方式', en: 'Ringing', kr: '호출 방식' } },
        { key: 'casters', label: { cn: '成员分控编号', en: 'Codes of its casters', kr: '구성 방송대 코드' } },
      ],
    },
  },
  {
    key: 'scheduled_task',
    one: { cn: '定时任务', en: 'Scheduled task', kr: '예약 작업' },
    live: rowsOf<ScheduledTaskLive>(),
    liveFor: ['list_task'],
  },
  {
    key: 'capturer_task',
    one: { cn: '采集任务', en: 'Capturer task', kr: '수집 작업' },
    live: rowsOf<CapturerTask>(),
    liveFor: ['menu_capturer_task'],
  },
  {
    key: 'terminal_found',
    live: rowsOf<FoundTerminal>(),
  },
  {
    key: 'call',
    live: rowsOf<CallLive>(),
    liveFor: ['list_dialogue'],
  },
  {
    key: 'fault',
    one: { cn: '故障', en: 'Fault', kr: '장애' },
    live: rowsOf<Fault>(),
    liveFor: ['list_fault', 'menu_home_page'],
  },
  {
    key: 'fault_ended',
    live: rowsOf<Fault>(),
    liveFor: ['list_fault', 'menu_home_page'],
  },
  {
    key: 'alarm',
    live: rowsOf<AlarmLive>(),
    liveFor: ['list_alarm_plan', 'menu_home_page'],
  },
  {
    key: 'alarm_ended',
    live: rowsOf<AlarmEnded>(),
    liveFor: ['list_alarm_plan', 'menu_home_page'],
  },
  {
    key: 'alarm_record',
    one: { cn: '报警记录', en: 'Alarm record', kr: '경보 기록' },
  },
  {
    key: 'io',
    live: rowsOf<IoLive>(),
  },
  {
    key: 'upgrade',
    one: { cn: '升级批次', en: 'Upgrade batch', kr: '업그레이드 작업' },
    live: rowsOf<UpgradeTopicRow>(),
  },
  {
    key: 'signal',
    live: rowsOf<SignalRow>(),
  },
  {
    key: 'record_file',
    one: { cn: '录音文件', en: 'Recording', kr: '녹음 파일' },
    live: rowsOf<RecordFileNews>(),
  },
  {
    key: 'tts_license',
    live: rowsOf<TtsLicensePool>(),
  },
  {
    key: 'site',
    live: rowsOf<SiteLive>(),
    liveFor: [],
  },
  {
    key: 'backup',
    one: { cn: '备份', en: 'Backup', kr: '백업' },
  },
  {
    key: 'sys_config',
    one: { cn: '系统配置', en: 'System settings', kr: '시스템 설정' },
  },
  {
    key: 'pairing_code',
    one: { cn: '配对码', en: 'Pairing code', kr: '페어링 코드' },
  },
] as const satisfies readonly Declaration[];

export type Declared = (typeof declarations)[number];
/** Declarations that have a field. */
export type Declaring<Field extends keyof Declaration> = Extract<Declared, Record<Field, unknown>>;

/** Selects the declarations that have a field, in their order. */
export function declaring<Field extends keyof Declaration>(field: Field): readonly Declaring<Field>[] {
  return declarations.filter((one): one is Declaring<Field> => field in one);
}
