import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';
import { Glyph } from '../status/Glyph.tsx';
import { BusyButton } from './BusyButton.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexGrow: 1,
    height: '100%',
    minWidth: 0,
    padding: '0 12px',
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    whiteSpace: 'nowrap',
    '& > *': { flexShrink: 0 },
  },
  text: { flexShrink: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  rest: { flexGrow: 1 },
});

/** A step that usually follows an action. */
export interface NextStep {
  key: string;
  label: string;
  /** Reason why it is disabled. */
  reason?: string | undefined;
  /** Leads to another place: stale data do not disable it. */
  leads?: boolean;
  onPress: () => Promise<unknown> | undefined;
}

/** Finished action, and the steps that usually follow. */
export interface Done {
  text: string;
  steps: readonly NextStep[];
}

/** Line that says what was done, with the next steps as buttons, until it is closed. Its place is reserved. */
export function NextSteps(props: Done & { onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <div className={s.root} data-testid="next-steps">
      <Glyph name="checkmark" />
      <b className={s.text}>{props.text}</b>
      {props.steps.map((step, index) => (
        <BusyButton
          key={step.key}
          size="small"
          appearance={index === 0 ? 'primary' : 'secondary'}
          reason={step.reason}
          reads={step.leads ?? false}
          onPress={step.onPress}
        >
          {step.label}
        </BusyButton>
      ))}
      <span className={s.rest} />
      <Button
        appearance="transparent"
        size="small"
        icon={<DismissRegular />}
        aria-label={t('common.close')}
        title={t('common.close')}
        onClick={props.onClose}
      />
    </div>
  );
}
