import type { Messages } from './types.ts';

/** Names of fields and items, for parameters of other messages. `field.default`: a field without a name. */
export const fieldMessages = {
  'field.default': { cn: '内容', en: 'a value', kr: '입력란' },
  'field.account': { cn: '账号', en: 'an account', kr: '계정' },
  'field.address': { cn: '地址', en: 'an address', kr: '주소' },
  'field.code': { cn: '编号', en: 'a code', kr: '코드' },
  'field.date': { cn: '日期', en: 'a date', kr: '날짜' },
  'field.device': { cn: '终端', en: 'a device', kr: '단말' },
  'field.group': { cn: '分组', en: 'a group', kr: '그룹' },
  'field.name': { cn: '名称', en: 'a name', kr: '이름' },
  'field.password': { cn: '密码', en: 'a password', kr: '비밀번호' },
  'field.role': { cn: '角色', en: 'a role', kr: '역할' },
  'field.text': { cn: '文本内容', en: 'a text', kr: '텍스트' },
  'field.time': { cn: '时间', en: 'a time', kr: '시간' },
  'field.upgradeFile': { cn: '升级文件', en: 'an upgrade file', kr: '업그레이드 파일' },
} as const satisfies Messages;
