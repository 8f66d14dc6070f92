import { shared } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { PartitionLive } from '../../site/partition.ts';

export const partition = {
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
} as const satisfies Declaration;
