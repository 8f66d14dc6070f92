import { makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { csvColumnsOf, shownRows, toCsv } from '../../app/csv.ts';
import { useCsvDownload } from '../../app/useCsvDownload.ts';
import { useObservable } from '../../app/useObservable.ts';
import { tokens } from '../../theme/tokens.ts';
import { BusyButton } from '../action/BusyButton.tsx';
import type { GridHandle } from '../grid/handle.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';

const useStyles = makeStyles({ count: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' } });

/**
 * Tools of every grid: number of rows shown, columns, export of the filtered rows. `all` fetches every row of
 * a paged list; a live grid exports the rows it has.
 */
export function GridTools<Row extends { id: number }>(props: {
  handle: GridHandle<Row>;
  /** Name of the exported file, without its ending. */
  fileName: string;
  all?: () => Promise<Row[]>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { handle } = props;
  const api = useObservable(handle.api$, null);
  const { shown, total } = useObservable(handle.counts$, handle.counts$.value);
  const save = useCsvDownload();
  const exportCsv = async () => {
    if (api === null) return;
    const rows = props.all === undefined ? shownRows(api) : await props.all();
    await save(`${props.fileName}.csv`, toCsv(csvColumnsOf(api), rows));
  };
  return (
    <>
      {props.all === undefined && (
        <span className={s.count}>
          {t('kit.showing', { shown: shown.toLocaleString('en-US'), total: total.toLocaleString('en-US') })}
        </span>
      )}
      <ColumnsMenu handle={handle} />
      <BusyButton reads size="small" icon={<ArrowDownloadRegular />} onPress={exportCsv}>
        {t('common.export')}
      </BusyButton>
    </>
  );
}
