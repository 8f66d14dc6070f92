import { Button } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from '../layout/DialogFrame.tsx';

/** Asks for confirmation in place of holding the button, for users who cannot hold it. */
export function HoldConfirm(props: {
  /** Name of the action, as on the button. */
  action: string;
  effect: string | undefined;
  /** Reason why the action is no longer possible. */
  reason: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { action, effect, reason } = props;
  return (
    <DialogFrame
      question
      title={t('kit.holdQuestion', { action })}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button
            appearance="primary"
            disabledFocusable={reason !== undefined}
            title={reason ?? ''}
            onClick={props.onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {effect !== undefined && <p>{effect}</p>}
      <p>{reason ?? t('kit.holdInstead')}</p>
    </DialogFrame>
  );
}
