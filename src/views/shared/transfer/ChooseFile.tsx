import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  groupedBy,
  keyColumn,
  maxImportMb,
  type TransferKind,
  transfers,
} from '../../../../contract/api/transfer.ts';
import { terminalKinds } from '../../../../contract/entities/terminals/kinds.ts';
import { useLanguage } from '../../app/useLanguage.ts';
import { tokens } from '../../theme/tokens.ts';
import { DropArea } from '../media/DropArea.tsx';
import { ColumnRules } from './ColumnRules.tsx';

const useStyles = makeStyles({
  area: { height: '160px' },
  drop: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    padding: '16px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  hint: { color: tokens.colorNeutralForeground2 },
});

/** Text that says which rows create something, and which change it. */
function rowsKey(kind: TransferKind): string {
  if (groupedBy(kind) !== null) return 'transfer.rowsOf.group';
  return Object.hasOwn(terminalKinds, kind) ? 'transfer.rowsOf.terminal' : 'transfer.rulesOf';
}

/** Drop area and button for a table, with its expected content. */
export function ChooseFile(props: {
  kind: TransferKind;
  /** Name of the file being checked. */
  checking: string | undefined;
  /** Reason why the last one could not be read. */
  failure: string | undefined;
  onFile: (file: File) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const lang = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const { kind, checking, failure, onFile } = props;
  const first = (files: readonly File[]) => {
    const [file] = files;
    if (file !== undefined) onFile(file);
  };
  return (
    <>
      <div className={s.area}>
        <DropArea hint={t('transfer.dropHere')} onFiles={checking === undefined ? first : undefined}>
          <div className={s.drop}>
            {checking === undefined ? (
              <>
                <span>{t('transfer.dropHere')}</span>
                <Button appearance="primary" onClick={() => input.current?.click()}>
                  {t('transfer.choose')}
                </Button>
              </>
            ) : (
              <Spinner label={t('transfer.checking', { name: checking })} />
            )}
            {failure !== undefined && (
              <span className={s.fault} role="alert">
                {failure}
              </span>
            )}
            <input
              ref={input}
              type="file"
              hidden
              accept=".csv,.txt,.tsv,.xlsx"
              data-testid="import-input"
              aria-label={t('transfer.choose')}
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                // Allows choosing the same file again after a correction.
                event.target.value = '';
                first(files);
              }}
            />
          </div>
        </DropArea>
      </div>
      <p className={s.hint}>
        {t('transfer.formats', { rows: transfers[kind].maxRows.toLocaleString('en-US'), mb: maxImportMb })}
      </p>
      <p className={s.hint}>
        {t('transfer.columns')}
        <br />
        {t(rowsKey(kind), { column: keyColumn(kind).label[lang] })}
      </p>
      <ColumnRules kind={kind} />
    </>
  );
}
