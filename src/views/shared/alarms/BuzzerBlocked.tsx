import { Button, makeStyles } from '@fluentui/react-components';
import { SpeakerOffRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    minWidth: 0,
    flexShrink: 0,
    whiteSpace: 'nowrap',
    color: tokens.tocsinFaultOnSolid,
    backgroundColor: tokens.tocsinFaultSolid,
    ':hover': { color: tokens.tocsinFaultOnSolid, backgroundColor: tokens.tocsinFaultSolid },
    ':hover:active': { color: tokens.tocsinFaultOnSolid, backgroundColor: tokens.tocsinFaultSolid },
  },
});

/**
 * Says that the browser blocks the buzzer, and offers the press that unblocks it; any other press does as
 * well.
 */
export function BuzzerBlocked(props: { onUnblock: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      className={s.root}
      icon={<SpeakerOffRegular />}
      title={t('alarm.buzzerBlocked')}
      data-testid="buzzer-blocked"
      onClick={props.onUnblock}
    >
      {t('alarm.buzzerTurnOn')}
    </Button>
  );
}
