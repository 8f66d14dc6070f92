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

/** Text for screen readers only. `role`: read at each change, `alert` at once, `status` at the next pause. */
export function Hidden(props: {
  as?: 'span' | 'h1' | 'div';
  role?: 'alert' | 'status';
  id?: string;
  children: ReactNode;
}) {
  const s = useStyles();
  const Tag = props.as ?? 'span';
  return (
    <Tag
      className={s.root}
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(props.role === undefined ? {} : { role: props.role })}
    >
      {props.children}
    </Tag>
  );
}
