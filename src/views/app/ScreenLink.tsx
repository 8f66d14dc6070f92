import { Link as FluentLink } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { usePermission, useScreen } from './AppContext.tsx';

interface Props {
  /** Path of the screen, as in the table. */
  screen: string;
  /** Its filters, as its address writes them. */
  search?: Record<string, string>;
  children: ReactNode;
  className?: string;
  /** What stands there when there is no such screen for this account: the words alone, or nothing. */
  without?: 'words' | 'nothing';
}

/** Leads to a screen with its filters set; plain text when there is no such screen for this account. */
export function ScreenLink(props: Props) {
  const may = usePermission();
  const found = useScreen(props.screen);
  if (found === undefined || !may(found.codes))
    return props.without === 'nothing' ? null : <span className={props.className}>{props.children}</span>;
  return <OpenLink {...props} />;
}

function OpenLink(props: Props) {
  const to = `/${props.screen}${props.search === undefined ? '' : `?${new URLSearchParams(props.search)}`}`;
  const href = useHref(to);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <FluentLink href={href} onClick={onClick} {...(props.className ? { className: props.className } : {})}>
      {props.children}
    </FluentLink>
  );
}
