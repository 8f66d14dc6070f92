import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { TableArrowUpRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type TransferFormat,
  type TransferKind,
  transferEntity,
  transferFormats,
} from '../../../../contract/api/transfer.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { type ExportFilters, exportAddress, saveFrom } from './files.ts';
import { ImportDialog } from './ImportDialog.tsx';

/**
 * Menu button for import, export and the empty table of a kind. `filters` are those of the screen; `onDone`
 * is called after an import, where the screen is not live.
 */
export function TransferMenu(props: {
  kind: TransferKind;
  filters?: ExportFilters;
  onDone?: () => void;
  /** Label of the button; with a label of its own it has no frame, among other icons. */
  label?: string;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const stale = useStaleReason();
  const [isOpen, setOpen] = useState(false);
  const { kind, filters = {} } = props;
  const mayWrite = may(`create_${transferEntity(kind)}`) || may(`edit_${transferEntity(kind)}`);
  const held = mayWrite ? stale : t('kit.noRight');
  const save = async (format: TransferFormat, more: ExportFilters) => {
    try {
      saveFrom(await exportAddress(api, kind, format, more));
    } catch (error) {
      // The session machine has shown the error.
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="small"
            appearance={props.label === undefined ? 'secondary' : 'subtle'}
            icon={<TableArrowUpRegular />}
            aria-label={props.label ?? t('transfer.menu')}
            title={props.label ?? t('transfer.menu')}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem
              disabled={held !== undefined}
              {...(held === undefined ? {} : { title: held })}
              onClick={() => setOpen(true)}
            >
              {t('transfer.import')}
            </MenuItem>
            {transferFormats.map((format) => (
              <MenuItem key={format} onClick={() => void save(format, filters)}>
                {t(`transfer.export.${format}`)}
              </MenuItem>
            ))}
            {transferFormats.map((format) => (
              <MenuItem key={format} onClick={() => void save(format, { template: 'true' })}>
                {t(`transfer.template.${format}`)}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      {isOpen && <ImportDialog kind={kind} onDone={props.onDone} onClose={() => setOpen(false)} />}
    </>
  );
}
