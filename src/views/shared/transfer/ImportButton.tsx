import { Button } from '@fluentui/react-components';
import { TableArrowUpRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TransferKind, transferEntity } from '../../../../contract/api/transfer.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { laterPart } from '../../app/laterPart.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';

/** Its report is a grid, which the screens with this button do not need. */
const ImportDialog = laterPart(async () => (await import('./ImportDialog.tsx')).ImportDialog);

/** Import button of an empty screen; hidden without the right to create rows. */
export function ImportButton({ kind }: { kind: TransferKind }) {
  const { t } = useTranslation();
  const may = usePermission();
  const stale = useStaleReason();
  const [isOpen, setOpen] = useState(false);
  if (!may(`create_${transferEntity(kind)}`)) return null;
  return (
    <>
      <Button
        icon={<TableArrowUpRegular />}
        disabledFocusable={stale !== undefined}
        {...(stale === undefined ? {} : { title: stale })}
        onClick={() => setOpen(true)}
      >
        {t('transfer.import')}
      </Button>
      {isOpen && <ImportDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}
