import { Button } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from './DialogFrame.tsx';

/** Asks once instead of being held: the way for whoever cannot hold a button. */
export function HoldConfirm(props: {
  /** What it does, as the button says it. */
  action: string;
  effect: string | undefined;
  /** Why it cannot be done any more, in words. */
  reason: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { action, effect, reason } = props;
  return (
    <DialogFrame
      alert
      title={t('kit.holdAsk', { action })}
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
