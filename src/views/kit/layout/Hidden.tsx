import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: 0,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

/** Text for screen readers only; one that they announce by themselves is `Announced` (kit/messages). */
export function Hidden(props: { as?: 'span' | 'h1' | 'ul'; id?: string; children: ReactNode }) {
  const s = useStyles();
  const Tag = props.as ?? 'span';
  return (
    <Tag className={s.root} {...(props.id === undefined ? {} : { id: props.id })}>
      {props.children}
    </Tag>
  );
}
