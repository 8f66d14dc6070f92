import { Button, makeStyles } from '@fluentui/react-components';
import { ErrorCircleRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';
import { FormError } from '../form/FormError.tsx';
import { DialogFrame } from '../layout/DialogFrame.tsx';
import { BusyButton } from './BusyButton.tsx';

const useStyles = makeStyles({
  list: {
    margin: '12px 0',
    padding: 0,
    listStyle: 'none',
    maxHeight: '240px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    '& > li': { display: 'flex', justifyContent: 'space-between', gap: '16px', padding: '6px 12px' },
    '& > li + li': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '& > li > span + span': { color: tokens.colorNeutralForeground3 },
  },
  warning: { marginBottom: '12px', fontWeight: tokens.fontWeightSemibold },
  hint: { display: 'flex', alignItems: 'center', gap: '8px', color: tokens.colorNeutralForeground3 },
  button: {
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    color: tokens.colorNeutralForegroundInverted,
    border: 'none',
    ':hover': {
      backgroundColor: tokens.colorNeutralBackgroundInvertedHover,
      color: tokens.colorNeutralForegroundInverted,
    },
    ':hover:active': {
      backgroundColor: tokens.colorNeutralBackgroundInvertedPressed,
      color: tokens.colorNeutralForegroundInverted,
    },
  },
});

/** Largest number of items named; ten thousand lines would block the page. */
const listed = 200;

/** An item to be deleted, with a detail that identifies it. */
export interface DeletedItem {
  key: number | string;
  name: string;
  detail?: string;
}

/**
 * Asks once before deleting and names all items. `title` says what and how many, `consequence` the effects;
 * `onConfirm` rejects to keep the dialog open with the server's message.
 */
export function ConfirmDelete(props: {
  title: string;
  consequence: string;
  items: readonly DeletedItem[];
  /** Further effects that a person must know before they confirm. */
  warning?: ReactNode;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [refused, setRefused] = useState<string | null>(null);
  const confirm = async () => {
    setRefused(null);
    try {
      await props.onConfirm();
      props.onClose();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <DialogFrame
      title={props.title}
      onClose={props.onClose}
      question
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <BusyButton className={s.button} onPress={confirm}>
            {props.confirmLabel}
          </BusyButton>
        </>
      }
    >
      <div>{props.consequence}</div>
      <ul className={s.list}>
        {props.items.slice(0, listed).map((item) => (
          <li key={item.key}>
            <span>{item.name}</span>
            <span>{item.detail}</span>
          </li>
        ))}
        {props.items.length > listed && (
          <li>
            <span>{t('kit.andMore', { items: props.items.length - listed })}</span>
          </li>
        )}
      </ul>
      {props.warning != null && <div className={s.warning}>{props.warning}</div>}
      <div className={s.hint}>
        <ErrorCircleRegular />
        {t('kit.cannotUndo')}
      </div>
      {refused !== null && <FormError title={t('kit.notDeleted')} text={refused} />}
    </DialogFrame>
  );
}
