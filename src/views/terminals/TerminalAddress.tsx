import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useSite } from '../app/AppContext.tsx';
import { CopyButton } from '../kit/CopyButton.tsx';
import { tokens } from '../theme/tokens.ts';

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

/** Where the terminal page of this server is (design 1, 6): any browser that opens it is a terminal, of a role. */
export function terminalAddress(role?: string, backend = ''): string {
  const path = role === undefined ? '/terminal' : `/terminal?role=${role}`;
  return new URL(path, backend || window.location.href).href;
}

/** The same, at the address by which the site says that terminals reach it (spec 3: http backend address). */
function useTerminalAddress(role?: string): string {
  return terminalAddress(role, useSite()?.http_backend);
}

/** The address of the terminal page, to be read and typed elsewhere. */
export function TerminalAddress(props: { role?: string }) {
  const s = useStyles();
  return <code className={s.address}>{useTerminalAddress(props.role)}</code>;
}

/** Copies the address of the terminal page. */
export function CopyAddress(props: { size?: 'small' | 'medium'; role?: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton text={useTerminalAddress(props.role)} size={props.size ?? 'medium'}>
      {t('devices.copyAddress')}
    </CopyButton>
  );
}
