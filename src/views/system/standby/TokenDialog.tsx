import { Button, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { PairToken } from '../../../../contract/entities/site/pair.ts';
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

/** Token, with the commands that it can be used for. */
export type MadeToken = PairToken & { commands: readonly ('standby' | 'witness')[] };

/** Shows a new token, and the command of the second machine that asks for it. */
export function TokenDialog({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { protocol, host } = window.location;
  // A console over plain HTTP does not know the port of HTTPS.
  const address = protocol === 'https:' ? `https://${host}` : `https://${window.location.hostname}:8443`;
  const lines = [
    ...made.commands.map(
      (command) =>
        [
          t(command === 'standby' ? 'standby.command' : 'standby.commandWitness'),
          `npm run ${command} -- --of ${address}`,
          t('standby.copyCommand'),
        ] as const,
    ),
    [t('standby.token'), made.token, t('standby.copyToken')],
  ] as const;
  return (
    <DialogFrame
      title={t('standby.tokenTitle')}
      width={640}
      stays
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className={s.root}>
        <div>{t('standby.tokenWhy')}</div>
        {lines.map(([name, text, label]) => (
          <div key={name}>
            <div className={s.until}>{name}</div>
            <div className={s.line}>
              <span className={s.text}>{text}</span>
              <CopyButton text={text} size="small" label={label} done={t('standby.tokenCopied')} />
            </div>
          </div>
        ))}
        <div className={s.until}>
          {t('standby.tokenUntil', { time: formatTimestamp(made.until, '', clock.timeZone()) })}
        </div>
      </div>
    </DialogFrame>
  );
}
