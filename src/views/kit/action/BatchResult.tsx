import { Button, Link, makeStyles, mergeClasses } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItemResult } from '../../../../contract/api/envelope.ts';
import { toCsv } from '../../app/csv.ts';
import { useCsvDownload } from '../../app/useCsvDownload.ts';
import { tokens, vh } from '../../theme/tokens.ts';
import { DialogFrame } from '../layout/DialogFrame.tsx';
import { FaultGlyph, Glyph } from '../status/Glyph.tsx';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '100%',
    minWidth: 0,
    padding: '0 12px',
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    '& > *': { flexShrink: 0 },
  },
  whole: { flexGrow: 1, backgroundColor: tokens.colorNeutralBackground4 },
  brief: { maxWidth: '50%' },
  item: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  first: {
    // Shrinks before the buttons do; the dialog shows the whole text.
    flexShrink: 1,
    '& > span:last-child': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  rest: { flexGrow: 1 },
  meter: { display: 'flex', gap: '2px', height: '8px', margin: '4px 0 12px' },
  done: { backgroundColor: tokens.tocsinData1 },
  failed: { backgroundColor: tokens.tocsinFaultSolid, minWidth: '4px' },
  list: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    maxHeight: vh(50),
    overflowY: 'auto',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      gap: '8px',
      minHeight: '32px',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& > li > span:last-child': { marginLeft: 'auto', textAlign: 'right' },
  },
});

/** Largest number of lines shown, failures first; the export has all. */
const listed = 500;

/** Result of a batch action. */
export interface BatchOutcome {
  /** Name of the action, e.g. "Restart". */
  action: string;
  /** Time of the response, HH:mm:ss. */
  at: string;
  results: readonly BatchItemResult[];
}

/**
 * Line with the result of a batch. Its dialog has a row per item, failures first; only those can be retried.
 * Its space is always reserved, so that nothing moves when it appears or disappears.
 */
export function BatchResult(props: {
  outcome: BatchOutcome;
  nameOf: (id: number) => string;
  onRetry: (ids: number[]) => void;
  /** Gives what was changed its former values; absent: the action cannot be undone. */
  onUndo?: () => void;
  onClose: () => void;
  /** Short form: failures, or the number of what was done. */
  brief?: boolean;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { action, at, results } = props.outcome;
  const failed = results.filter((one) => !one.ok);
  const done = results.length - failed.length;
  const first = failed[0];
  const retry = () => props.onRetry(failed.map((one) => one.id));
  const saveCsv = useCsvDownload();
  const save = () => {
    const columns = [
      { header: t('common.name'), cell: (one: BatchItemResult) => props.nameOf(one.id) },
      { header: t('common.status'), cell: (one: BatchItemResult) => (one.ok ? t('kit.done') : one.message) },
    ];
    return saveCsv(`${action}.csv`, toCsv(columns, [...failed, ...results.filter((one) => one.ok)]));
  };
  return (
    <div
      className={mergeClasses(s.bar, props.brief === true ? s.brief : s.whole)}
      role="status"
      data-testid="batch-result"
    >
      {props.brief !== true && (
        <span>
          <b>{action}</b> {at}
        </span>
      )}
      {(props.brief !== true || first === undefined) && (
        <span className={s.item}>
          <Glyph name="checkmark" size={12} />
          {t('kit.batchDone', { done })}
        </span>
      )}
      {first !== undefined && (
        <span className={mergeClasses(s.item, s.first, s.fault)}>
          <FaultGlyph />
          <span>
            {t('kit.batchFailed', {
              failed: failed.length,
              first: `${props.nameOf(first.id)} ${first.message}`,
            })}
          </span>
        </span>
      )}
      <span className={s.rest} />
      <Link as="button" onClick={() => setOpen(true)}>
        {t('kit.results')}
      </Link>
      {props.onUndo !== undefined && (
        <Link as="button" onClick={props.onUndo}>
          {t('kit.undo')}
        </Link>
      )}
      {failed.length > 0 && (
        <Link as="button" onClick={retry}>
          {t('kit.retryFailed', { failed: failed.length })}
        </Link>
      )}
      <Button
        appearance="transparent"
        size="small"
        icon={<DismissRegular />}
        aria-label={t('common.close')}
        title={t('common.close')}
        onClick={props.onClose}
      />
      {isOpen && (
        <DialogFrame
          title={`${action} ${at}`}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button onClick={save}>{t('common.export')}</Button>
              {failed.length > 0 && (
                <Button onClick={retry}>{t('kit.retryFailed', { failed: failed.length })}</Button>
              )}
            </>
          }
        >
          <div className={s.meter}>
            <div className={s.done} style={{ flexGrow: done }} />
            {failed.length > 0 && <div className={s.failed} style={{ flexGrow: failed.length }} />}
          </div>
          <ul className={s.list}>
            {[...failed, ...results.filter((one) => one.ok)].slice(0, listed).map((one) => (
              <li key={one.id}>
                {one.ok ? <Glyph name="checkmark" /> : <FaultGlyph size={16} />}
                <span>{props.nameOf(one.id)}</span>
                <span className={one.ok ? undefined : s.fault}>{one.ok ? t('kit.done') : one.message}</span>
              </li>
            ))}
            {results.length > listed && <li>{t('kit.andMore', { items: results.length - listed })}</li>}
          </ul>
        </DialogFrame>
      )}
    </div>
  );
}
