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

/** Text for screen readers alone. `role` `alert`: said at once whenever it changes. */
export function Hidden(props: { as?: 'span' | 'h1' | 'div'; role?: 'alert'; children: ReactNode }) {
  const s = useStyles();
  const Tag = props.as ?? 'span';
  return (
    <Tag className={s.root} {...(props.role === undefined ? {} : { role: props.role })}>
      {props.children}
    </Tag>
  );
}
