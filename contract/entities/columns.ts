import type { Transfer, TransferColumn } from './declaration.ts';

/** Columns that several entities have. */
export const shared = {
  code: { key: 'code', label: { cn: '编号', en: 'Code', kr: '코드' } },
  name: { key: 'name', label: { cn: '名称', en: 'Name', kr: '이름' } },
  password: { key: 'password', label: { cn: '密码', en: 'Password', kr: '비밀번호' }, way: 'in' },
  zoneCode: { key: 'zone', label: { cn: '分区编号', en: 'Zone code', kr: '구역 코드' } },
  description: { key: 'desc', label: { cn: '说明', en: 'Description', kr: '설명' } },
  priority: { key: 'priority', label: { cn: '优先级', en: 'Priority', kr: '우선순위' } },
  callNumber: { key: 'call_number', label: { cn: '快捷号码', en: 'Quick number', kr: '단축 번호' } },
  activated: { key: 'activated', label: { cn: '启用', en: 'Activated', kr: '활성화' } },
  disabled: { key: 'disabled', label: { cn: '停用', en: 'Disabled', kr: '사용 중지' } },
} as const satisfies Record<string, TransferColumn>;

/** Columns of a kind of terminals: the common ones and those of the kind. */
export const terminalColumns = (...own: TransferColumn[]): readonly TransferColumn[] => [
  shared.code,
  shared.name,
  { key: 'dev_name2', label: { cn: '别名', en: 'Alias', kr: '별칭' } },
  shared.zoneCode,
  { key: 'zone_name', label: { cn: '分区名称', en: 'Zone name', kr: '구역 이름' }, way: 'out' },
  { key: 'ao_volume', label: { cn: '播放音量', en: 'Play volume', kr: '재생 음량' } },
  { key: 'ai_volume', label: { cn: '录音音量', en: 'Record volume', kr: '녹음 음량' } },
  shared.callNumber,
  ...own,
  { key: 'dev_name', label: { cn: '自报名称', en: 'Reported name', kr: '자체 이름' }, way: 'out' },
  { key: 'ICCID', label: { cn: 'ICCID', en: 'ICCID', kr: 'ICCID' }, way: 'out' },
  { key: 'client_ip', label: { cn: 'IP 地址', en: 'IP address', kr: 'IP 주소' }, way: 'out' },
  { key: 'client_version', label: { cn: '版本', en: 'Version', kr: '버전' }, way: 'out' },
];

/** Transfer of groups that list members: a row of the file for each member. */
export const memberTransfer: Transfer = {
  maxRows: 100_000,
  columns: [
    { key: 'name', label: { cn: '分组名称', en: 'Group', kr: '그룹' } },
    { key: 'member', label: { cn: '成员', en: 'Member', kr: '구성원' } },
    { key: 'member_name', label: { cn: '成员名称', en: 'Member name', kr: '구성원 이름' }, way: 'out' },
  ],
};
