import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportReport, TransferKind } from '../../../../contract/api/transfer.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { download } from '../../app/csv.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { sendTable } from './files.ts';
import { ImportReportView } from './ImportReportView.tsx';
import { badRowsCsv } from './reportRows.ts';

/**
 * Dialog that imports a table of terminals, zones or accounts: choose a file, preview the result, then import
 * all of it or nothing.
 */
export function ImportDialog(props: {
  kind: TransferKind;
  onDone?: (() => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { kind, onClose } = props;
  const [file, setFile] = useState<File>();
  const [isChecking, setChecking] = useState(false);
  const [report, setReport] = useState<ImportReport>();
  const [failure, setFailure] = useState<string>();

  const send = async (table: File, dryRun: boolean) => {
    setFailure(undefined);
    try {
      const made = await sendTable(api, kind, table, dryRun).result;
      setReport(made);
      if (made.imported) props.onDone?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setReport(undefined);
      setFailure(error.network ? t('common.connectionFailed') : error.message);
    }
  };
  const check = async (table: File) => {
    setFile(table);
    setChecking(true);
    await send(table, true);
    setChecking(false);
  };

  const actions =
    report === undefined || file === undefined ? (
      <Button onClick={onClose}>{t('common.cancel')}</Button>
    ) : (
      <>
        <Button onClick={onClose}>{t(report.imported ? 'common.close' : 'common.cancel')}</Button>
        {report.bad.length > 0 && (
          <Button onClick={() => download('bad-rows.csv', badRowsCsv(report, t))}>
            {t('transfer.saveBad')}
          </Button>
        )}
        {!report.imported && <Button onClick={() => setReport(undefined)}>{t('transfer.another')}</Button>}
        {!report.imported && report.bad.length === 0 && report.created + report.changed > 0 && (
          <BusyButton appearance="primary" onPress={() => send(file, false)}>
            {t('transfer.importItems', { n: (report.created + report.changed).toLocaleString('en-US') })}
          </BusyButton>
        )}
      </>
    );

  return (
    <DialogFrame
      title={t([`transfer.title.${kind}`, 'transfer.titleOf'], { what: t(`permission.entity.${kind}`) })}
      width={960}
      onClose={onClose}
      actions={actions}
      step={report === undefined ? 'file' : 'report'}
    >
      {report === undefined ? (
        <ChooseFile
          kind={kind}
          checking={isChecking ? file?.name : undefined}
          failure={failure}
          onFile={(chosen) => void check(chosen)}
        />
      ) : (
        <ImportReportView kind={kind} report={report} />
      )}
    </DialogFrame>
  );
}
