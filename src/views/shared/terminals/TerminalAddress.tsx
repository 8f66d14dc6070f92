import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../app/AppContext.tsx';
import { CopyButton } from '../../kit/action/CopyButton.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  address: {
    display: 'inline-flex',
    alignItems: 'center',
    padding: '4px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
});

/** Address of the terminal page of this server: a browser that opens it becomes a terminal with this role. */
export function terminalAddress(role?: string, backend = ''): string {
  const path = role === undefined ? '/terminal' : `/terminal?role=${role}`;
  return new URL(path, backend || window.location.href).href;
}

/** The same with the address by which terminals reach the site, if the system settings have one. */
function useTerminalAddress(role?: string): string {
  return terminalAddress(role, useSite()?.http_backend);
}

/** Address of the terminal page, for typing it elsewhere. */
export function TerminalAddress(props: { role?: string }) {
  const s = useStyles();
  return <code className={s.address}>{useTerminalAddress(props.role)}</code>;
}

/** Button that copies the address of the terminal page. */
export function CopyAddress(props: { size?: 'small' | 'medium'; role?: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton text={useTerminalAddress(props.role)} size={props.size ?? 'medium'}>
      {t('devices.copyAddress')}
    </CopyButton>
  );
}
