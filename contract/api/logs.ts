import { z } from 'zod';
import { declaring } from '../entities/registry.ts';
import type { AuditRow } from '../entities/site/audit.ts';
import type { OnlineRow } from '../entities/terminals/online.ts';
import { auditActionWords, type Words } from './exportWords.ts';
import type { LogColumn } from './logColumn.ts';

/** Subjects of the audit log. */
const auditEntityWords: Words = Object.fromEntries(declaring('one').map(({ key, one }) => [key, one]));

export const onlineColumns: readonly LogColumn<OnlineRow>[] = [
  { key: 'login_at', label: { cn: '上线时间', en: 'Connected at', kr: '접속 시각' }, time: true },
  { key: 'dropped_at', label: { cn: '掉线时间', en: 'Lost at', kr: '끊긴 시각' }, time: true },
  { key: 'online_time', label: { cn: '在线时长（秒）', en: 'Time online (s)', kr: '접속 시간(초)' } },
  { key: 'online_role', label: { cn: '终端类型', en: 'Kind of terminal', kr: '단말 종류' } },
  { key: 'code', label: { cn: '编号', en: 'Code', kr: '코드' } },
  { key: 'name', label: { cn: '名称', en: 'Name', kr: '이름' } },
  { key: 'org', label: { cn: '分区', en: 'Zone', kr: '구역' } },
  { key: 'peer_addr', label: { cn: 'IP 地址', en: 'IP address', kr: 'IP 주소' } },
];

export const auditColumns: readonly LogColumn<AuditRow>[] = [
  { key: 'at', label: { cn: '时间', en: 'Time', kr: '시각' }, time: true },
  { key: 'account_code', label: { cn: '账号', en: 'Account', kr: '계정' } },
  { key: 'client_ip', label: { cn: 'IP 地址', en: 'IP address', kr: 'IP 주소' } },
  { key: 'action', label: { cn: '操作', en: 'Action', kr: '작업' }, values: auditActionWords },
  { key: 'entity', label: { cn: '对象', en: 'Subject', kr: '대상' }, values: auditEntityWords },
  { key: 'entity_id', label: { cn: '对象 ID', en: 'Subject id', kr: '대상 ID' } },
  { key: 'before', label: { cn: '修改前', en: 'Before', kr: '변경 전' } },
  { key: 'after', label: { cn: '修改后', en: 'After', kr: '변경 후' } },
];

/** Answer of `POST /v1/{log}/export/ticket`: an address; the query is appended with `&`. */
export const logTicket = z.object({
  url: z.string().describe('Path with a ticket; the query of the export is added with `&`.'),
});
export type LogTicket = z.output<typeof logTicket>;
