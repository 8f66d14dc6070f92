import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { AuditRow } from '../../../contract/entities/site/audit.ts';
import type { OnlineRow } from '../../../contract/entities/terminals/online.ts';
import { detailColumn, nameColumn, paged, textColumn, timeColumn } from '../kit/grid/columns.ts';
import { durationText } from '../kit/time/lengths.ts';
import { changesOf } from '../shared/logs/auditChanges.ts';
import { type AuditWords, changeText, whoText } from '../shared/logs/auditWords.ts';

interface Context {
  t: TFunction;
  timeZone: string;
  /** Network addresses are shown only with the right (contract/api/permissions.ts). */
  seesAddress: boolean;
}

/** Columns of the run log. A log is in order of time: no column sorts it. */
export function runColumns(
  context: Context & { zoneName: (id: number) => string | undefined },
): ColDef<OnlineRow>[] {
  const { t, timeZone, zoneName, seesAddress } = context;
  const none = t('common.none');
  return paged<OnlineRow>(
    [
      timeColumn<OnlineRow>('login_at', t('logs.loginAt'), none, timeZone),
      timeColumn<OnlineRow>('dropped_at', t('logs.droppedAt'), t('logs.state.connected'), timeZone),
      textColumn<OnlineRow>('online_time', t('logs.onlineTime'), {
        width: 120,
        type: 'rightAligned',
        valueGetter: ({ data }) => (data === undefined ? '' : durationText(t, data.online_time * 1000)),
      }),
      textColumn<OnlineRow>('online_role', t('logs.role'), {
        width: 130,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.terminalRole.${data.online_role}`)),
      }),
      nameColumn<OnlineRow>('name', t('common.name'), { flex: 2, minWidth: 140 }),
      textColumn<OnlineRow>('code', t('devices.code'), { width: 150 }),
      nameColumn<OnlineRow>('org', t('zones.zone'), {
        flex: 1,
        minWidth: 120,
        valueGetter: ({ data }) => (data?.org == null ? none : (zoneName(data.org) ?? String(data.org))),
      }),
      ...(seesAddress ? [textColumn<OnlineRow>('peer_addr', t('devices.ip'), { width: 140 })] : []),
    ],
    [],
  );
}

/** Columns of the audit log, with the changes in a line. */
export function auditColumns(context: Context & { words: AuditWords }): ColDef<AuditRow>[] {
  const { t, timeZone, words, seesAddress } = context;
  const none = t('common.none');
  return paged<AuditRow>(
    [
      timeColumn<AuditRow>('at', t('common.time'), none, timeZone),
      textColumn<AuditRow>('account_code', t('login.account'), {
        width: 130,
        valueGetter: ({ data }) => data && whoText(data, t),
      }),
      ...(seesAddress ? [textColumn<AuditRow>('client_ip', t('devices.ip'), { width: 130 })] : []),
      textColumn<AuditRow>('action', t('logs.action'), {
        width: 130,
        valueGetter: ({ data }) => (data === undefined ? '' : words.action(data.action)),
      }),
      detailColumn<AuditRow>(
        'entity',
        t('logs.subject'),
        (row) => ({ main: words.subject(row), detail: words.entity(row.entity) }),
        { flex: 1, minWidth: 180 },
      ),
      textColumn<AuditRow>('after', t('logs.change'), {
        flex: 2,
        minWidth: 200,
        valueGetter: ({ data }) =>
          data === undefined
            ? ''
            : changesOf(data)
                .map((one) => changeText(one, words))
                .join(words.and),
      }),
    ],
    [],
  );
}
