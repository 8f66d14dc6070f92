import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Trans } from 'react-i18next';
import { useObservable } from '../../app/useObservable.ts';
import { layoutHeight, tokens } from '../../theme/tokens.ts';
import type { GridHandle } from '../grid/handle.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    height: layoutHeight.statusBar,
    flexShrink: 0,
    padding: '0 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    '& b': { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  },
  rest: { flexGrow: 1 },
});

/** Status bar below a grid: age of the data (`age`), rows, selected rows; further facts on the right. */
export function StatusBar<Row>(props: {
  handle: GridHandle<Row>;
  selected?: number;
  age?: ReactNode;
  /** Replaces the grid's number of rows, where the grid is not shown. */
  rows?: ReactNode;
  children?: ReactNode;
}) {
  const s = useStyles();
  const { shown } = useObservable(props.handle.counts$, props.handle.counts$.value);
  return (
    <div className={s.root}>
      {props.age}
      <span>
        {props.rows ?? (
          <Trans
            i18nKey="kit.rows"
            values={{ rows: shown.toLocaleString('en-US') }}
            components={{ b: <b /> }}
          />
        )}
      </span>
      {props.selected !== undefined && (
        <span>
          <Trans i18nKey="kit.selected" values={{ count: props.selected }} components={{ b: <b /> }} />
        </span>
      )}
      <span className={s.rest} />
      {props.children}
    </div>
  );
}
