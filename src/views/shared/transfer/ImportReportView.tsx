import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportReport, maxPreview, type TransferKind } from '../../../../contract/api/transfer.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { tokens, vh } from '../../theme/tokens.ts';
import { type ReportRow, reportColumns, reportRows } from './reportRows.ts';

const useStyles = makeStyles({
  counts: { display: 'flex', flexWrap: 'wrap', gap: '16px', margin: '0 0 8px' },
  hint: { margin: '0 0 8px', color: tokens.colorNeutralForeground2 },
  grid: { height: `min(420px, ${vh(45)})` },
});

/** Result or preview of an import: counts, next step, and rows, bad ones first. */
export function ImportReportView(props: { kind: TransferKind; report: ImportReport }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { kind, report } = props;
  const handle = useGridHandle<ReportRow>();
  const columns = useMemo(() => reportColumns(t), [t]);
  const source = useMemo(() => ({ page: reportRows(kind, report) }), [kind, report]);
  const number = (n: number) => n.toLocaleString('en-US');
  const bad = report.bad.length;
  const listed = report.created + report.changed;
  return (
    <div data-testid="import-report">
      <div className={s.counts} role="status">
        {bad > 0 && (
          <StatusText
            tone="faultOutline"
            glyph="warningOutline"
            text={t('transfer.bad', { n: number(bad) })}
          />
        )}
        <span>{t('transfer.created', { n: number(report.created) })}</span>
        <span>{t('transfer.changed', { n: number(report.changed) })}</span>
        <span>{t('transfer.unchanged', { n: number(report.unchanged) })}</span>
      </div>
      {report.ignored.length > 0 && (
        <p className={s.hint}>
          {t('transfer.ignored', { columns: report.ignored.join(t('kit.listComma')) })}
        </p>
      )}
      <p className={s.hint}>
        {bad > 0
          ? t('transfer.fixFirst')
          : t(listed === 0 ? 'transfer.nothingToDo' : report.imported ? 'transfer.stored' : 'transfer.ready')}
        {listed > maxPreview && ` ${t('transfer.firstOnly', { n: maxPreview })}`}
      </p>
      <div className={s.grid}>
        <DataGrid<ReportRow>
          name="import"
          label={t('transfer.rows')}
          columns={columns}
          source={source}
          handle={handle}
          empty={<EmptyState title={t('transfer.nothingToDo')} hint={t('transfer.sameAsStored')} />}
        />
      </div>
    </div>
  );
}
