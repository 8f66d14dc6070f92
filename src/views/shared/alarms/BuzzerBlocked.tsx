import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { SpeakerOffRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';

/** Widths of the place up to which the button is its icon: alone, and beside an alarm or a flood. */
const narrow = '@container (max-width: 440px)';
const compact = '@container (max-width: 820px)';
const iconOnly = { padding: '0 1px', '& .fui-Button__icon': { marginRight: 0 } } as const;

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
  words: { [narrow]: { display: 'none' } },
  compactLabel: { [compact]: { display: 'none' } },
  button: { [narrow]: iconOnly },
  compactButton: { [compact]: iconOnly },
});

/**
 * Says that the browser blocks the buzzer, and offers the press that unblocks it; any other press does as
 * well. `isCompact`: an alarm or a flood stands beside it.
 */
export function BuzzerBlocked(props: { isCompact: boolean; onUnblock: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      className={mergeClasses(s.root, s.button, props.isCompact && s.compactButton)}
      icon={<SpeakerOffRegular />}
      title={t('alarm.buzzerBlocked')}
      aria-label={t('alarm.buzzerTurnOn')}
      data-testid="buzzer-blocked"
      onClick={props.onUnblock}
    >
      <span className={mergeClasses(s.words, props.isCompact && s.compactLabel)}>
        {t('alarm.buzzerTurnOn')}
      </span>
    </Button>
  );
}
