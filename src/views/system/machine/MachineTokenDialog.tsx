import { Button, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { CopyButton } from '../../kit/action/CopyButton.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '12px' },
  line: { display: 'flex', alignItems: 'center', gap: '12px' },
  text: {
    flexGrow: 1,
    padding: '6px 10px',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  until: { color: tokens.colorNeutralForeground3 },
});

/** Address by which another machine reaches this server; a console over plain HTTP does not know the port of HTTPS. */
export function serverAddress(): string {
  const { protocol, host, hostname } = window.location;
  return protocol === 'https:' ? `https://${host}` : `https://${hostname}:8443`;
}

/** Shows a new one-time token, and the commands that ask for it on the other machine. */
export function MachineTokenDialog(props: {
  title: string;
  hint: string;
  token: string;
  /** When it expires, epoch s. */
  until: number;
  commands: readonly { name: string; text: string }[];
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const lines = [
    ...props.commands.map((command) => ({ ...command, copy: t('standby.copyCommand') })),
    { name: t('standby.token'), text: props.token, copy: t('standby.copyToken') },
  ];
  return (
    <DialogFrame
      title={props.title}
      width={640}
      stays
      onClose={props.onClose}
      actions={<Button onClick={props.onClose}>{t('common.close')}</Button>}
    >
      <div className={s.root}>
        <div>{props.hint}</div>
        {lines.map(({ name, text, copy }) => (
          <div key={name}>
            <div className={s.until}>{name}</div>
            <div className={s.line}>
              <span className={s.text}>{text}</span>
              <CopyButton text={text} size="small" label={copy} done={t('standby.tokenCopied')} />
            </div>
          </div>
        ))}
        <div className={s.until}>
          {t('standby.tokenUntil', { time: formatTimestamp(props.until, '', clock.timeZone()) })}
        </div>
      </div>
    </DialogFrame>
  );
}
