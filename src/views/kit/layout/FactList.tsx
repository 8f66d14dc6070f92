import { makeStyles } from '@fluentui/react-components';
import { Fragment } from 'react';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4px 12px', margin: 0 },
  name: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, overflowWrap: 'anywhere' },
});

/** Lists names and values, one pair per line. */
export function FactList(props: { facts: readonly (readonly [name: string, value: string])[] }) {
  const s = useStyles();
  return (
    <dl className={s.root}>
      {props.facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt className={s.name}>{name}</dt>
          <dd className={s.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
