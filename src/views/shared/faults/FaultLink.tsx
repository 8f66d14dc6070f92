import { Link } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { firstValueFrom } from 'rxjs';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import {
  type TerminalKind,
  terminalKindNames,
} from '../../../../contract/entities/terminals/terminalKind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { faultTarget, terminalScreens } from './faultTarget.ts';

/** Text of a fault that leads to what it names. */
export function FaultLink(props: { fault: Fault; className: string; children: ReactNode }) {
  const target = faultTarget(props.fault);
  if ('terminal' in target)
    return (
      <TerminalLink id={target.terminal} className={props.className}>
        {props.children}
      </TerminalLink>
    );
  return (
    <ScreenLink screen={target.screen} search={target.search} className={props.className}>
      {props.children}
    </ScreenLink>
  );
}

/** Link to a terminal. A fault does not know its kind, so the rows of all kinds are read when it is pressed. */
function TerminalLink(props: { id: number; className: string; children: ReactNode }) {
  const { streams } = useApp();
  const navigate = useNavigate();
  const open = async () => {
    await firstValueFrom(streams.allTerminals.rows$);
    const kinds = { device: streams.device, ...streams.terminals };
    const kind = terminalKindNames.find((name: TerminalKind) => kinds[name].get(props.id) !== undefined);
    navigate(`/${terminalScreens[kind ?? 'device']}?id=${props.id}`);
  };
  return (
    <Link as="button" appearance="subtle" className={props.className} onClick={() => void open()}>
      {props.children}
    </Link>
  );
}
