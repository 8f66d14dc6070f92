import { Link as FluentLink } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { usePermission, useScreen } from './AppContext.tsx';

interface Props {
  /** Path of the screen, as in the table. */
  screen: string;
  /** Filters of the screen, as query parameters. */
  search?: Record<string, string>;
  children: ReactNode;
  className?: string;
  /** Fallback when the account has no such screen: the text alone, or nothing. */
  without?: 'words' | 'nothing';
}

/** Links to a screen with filters set; plain text when the account has no such screen. */
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
