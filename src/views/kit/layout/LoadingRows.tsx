import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { overflow: 'hidden', height: '100%', backgroundColor: tokens.colorNeutralBackground1 },
  row: {
    display: 'grid',
    gridTemplateColumns: '2fr 5fr 4fr 2fr',
    columnGap: '32px',
    alignItems: 'center',
    height: '32px',
    boxSizing: 'border-box',
    padding: '0 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  block: { height: '10px', borderRadius: '2px', backgroundColor: tokens.colorNeutralStencil1 },
});

/** Delay before grey blocks are shown, ms; no spinner, and nothing moves. */
const loadingDelayMs = 100;

/** Width of a block, different from row to row but always the same, so that blocks look like rows of text. */
const width = (row: number, column: number) => `${60 + ((row * 37 + column * 53) % 40)}%`;

/** Placeholder of rows that are loading. Below the real header. */
export function LoadingRows(props: { rows?: number }) {
  const s = useStyles();
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), loadingDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div className={s.root} role="status" aria-label={t('kit.loading')}>
      {Array.from({ length: props.rows ?? 9 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are the same for ever
        <div className={s.row} key={row}>
          {[0, 1, 2, 3].map((column) => (
            <div className={s.block} key={column} style={{ width: width(row, column) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
