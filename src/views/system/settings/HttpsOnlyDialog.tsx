import { Button, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { PlainHttp } from '../../../../contract/entities/site/plainHttp.ts';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  text: { margin: '0 0 12px' },
  list: {
    margin: '0 0 12px',
    padding: 0,
    listStyle: 'none',
    maxHeight: '200px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    '& > li': { display: 'flex', justifyContent: 'space-between', gap: '16px', padding: '6px 12px' },
    '& > li + li': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '& > li > span + span': { color: tokens.colorNeutralForeground3 },
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  command: { whiteSpace: 'nowrap', fontFamily: tokens.fontFamilyMonospace },
});

/** Largest number of terminals named; ten thousand lines would block the page. */
const LISTED = 200;

/** Tells if switching it on ends anything, or leaves a secret to be known about. */
export function needsQuestion(plain: PlainHttp): boolean {
  const { terminals, found_terminals, other_terminals, consoles, logins, exposed_secrets } = plain;
  return terminals.length + found_terminals + other_terminals + consoles + logins + exposed_secrets > 0;
}

/** Asks before plain HTTP is refused, and says what ends with it. */
export function HttpsOnlyDialog(props: { plain: PlainHttp; onConfirm: () => void; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { terminals, found_terminals, other_terminals, consoles, logins, own_login } = props.plain;
  const { exposed_secrets, lasting_secrets } = props.plain;
  const connected = terminals.length + other_terminals;
  const unnamed = connected - Math.min(terminals.length, LISTED) - other_terminals;
  return (
    <DialogFrame
      title={t('system.httpsOnlyQuestion')}
      onClose={props.onClose}
      question
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button appearance="primary" onClick={props.onConfirm}>
            {t('system.httpsOnlyConfirm')}
          </Button>
        </>
      }
    >
      {connected > 0 && (
        <>
          <p className={s.text}>{t('system.httpsOnlyTerminals', { n: connected })}</p>
          <ul className={s.list}>
            {terminals.slice(0, LISTED).map(({ id, name, code, kind }) => (
              <li key={id}>
                <span>{name}</span>
                <span>
                  {t(`terminalKind.${kind}`)} {code}
                </span>
              </li>
            ))}
            {unnamed > 0 && <li>{t('kit.andMore', { items: unnamed })}</li>}
            {other_terminals > 0 && <li>{t('system.httpsOnlyOther', { n: other_terminals })}</li>}
          </ul>
        </>
      )}
      {found_terminals > 0 && <p className={s.text}>{t('system.httpsOnlyFound', { n: found_terminals })}</p>}
      {consoles > 0 && <p className={s.text}>{t('system.httpsOnlyConsoles', { n: consoles })}</p>}
      {logins > 0 && (
        <p className={s.text}>
          {t('system.httpsOnlyLogins', { n: logins })} {own_login && t('system.httpsOnlyOwn')}
        </p>
      )}
      {exposed_secrets > 0 && (
        <p className={s.text}>
          {t('system.httpsOnlySecrets', { n: exposed_secrets })}{' '}
          {lasting_secrets > 0 && t('system.httpsOnlyLasting', { n: lasting_secrets })}
        </p>
      )}
      {logins + exposed_secrets > 0 && <p className={s.text}>{t('system.httpsOnlyPasswords')}</p>}
      <p className={s.quiet}>{t('system.httpsOnlyOffline')}</p>
      <p className={s.quiet}>
        {t('system.httpsOnlyBack')} <code className={s.command}>npm run settings -- --allow-http</code>
      </p>
    </DialogFrame>
  );
}
