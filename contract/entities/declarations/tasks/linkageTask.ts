import { memberTransfer, shared } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { LinkageTaskLive } from '../../tasks/linkageTask.ts';
import type { GroupLive } from '../../terminals/group.ts';

export const linkageTask = {
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
} as const satisfies Declaration;

export const linkageTaskGroup = {
  key: 'linkage_task_group',
  one: { cn: '联动任务分组', en: 'Linkage task group', kr: '연동 작업 그룹' },
  many: { cn: '联动任务分组', en: 'Linkage task groups', kr: '연동 작업 그룹' },
  permissions: 'base',
  live: rowsOf<GroupLive>(),
  transfer: memberTransfer,
} as const satisfies Declaration;
