import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/error.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { moveItem } from '../../kit/order/moveItem.ts';
import { OrderList } from '../../kit/order/OrderList.tsx';
import { tokens, vh } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: { maxHeight: vh(56), border: `1px solid ${tokens.colorNeutralStroke2}` },
  hint: { margin: '8px 0 0', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface Ordered {
  id: number;
  name: string;
}

/** Dialog that reorders items, by dragging or with Alt and the arrow keys; nothing changes before saving. */
export function OrderDialog(props: {
  title: string;
  load: () => Promise<readonly Ordered[]>;
  save: (ids: number[]) => Promise<unknown>;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [items, setItems] = useState<readonly Ordered[] | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [load] = useState(() => props.load);
  useEffect(() => {
    let isOpen = true;
    load().then(
      (found) => isOpen && setItems(found),
      (error: ApiError) => isOpen && setRefused(error.message),
    );
    return () => {
      isOpen = false;
    };
  }, [load]);
  const save = async () => {
    try {
      await props.save((items ?? []).map(({ id }) => id));
      props.onClose();
    } catch (error) {
      setRefused((error as ApiError).message);
    }
  };
  return (
    <DialogFrame
      title={props.title}
      onClose={props.onClose}
      stays
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <BusyButton appearance="primary" onPress={save}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      {items !== null && (
        <OrderList
          className={s.list}
          label={props.title}
          items={items.map(({ id, name }) => ({ key: id, name }))}
          onMove={(from, to) => setItems(moveItem(items, from, to))}
        />
      )}
      <p className={s.hint}>{t('kit.moveHint')}</p>
      {refused !== null && <FormError text={refused} />}
    </DialogFrame>
  );
}
