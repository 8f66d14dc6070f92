import {
  Button,
  Menu,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { ColumnTripleRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '../../app/useObservable.ts';
import type { GridHandle } from '../grid/handle.ts';

/** Menu for choosing the columns of a grid; the layout is stored per account (`DataGrid`). */
export function ColumnsMenu<Row>(props: { handle: GridHandle<Row> }) {
  const { t } = useTranslation();
  const api = useObservable(props.handle.api$, null);
  const [visible, setVisible] = useState<string[]>([]);
  const columns = (api?.getColumns() ?? []).filter((column) => column.getColDef().headerName);
  return (
    <Menu
      checkedValues={{ columns: visible }}
      onOpenChange={(_, data) => {
        if (data.open) setVisible(columns.filter((one) => one.isVisible()).map((one) => one.getColId()));
      }}
      onCheckedValueChange={(_, data) => {
        setVisible(data.checkedItems);
        for (const column of columns)
          api?.setColumnsVisible([column], data.checkedItems.includes(column.getColId()));
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" icon={<ColumnTripleRegular />}>
          {t('kit.columns')}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {columns.map((column) => (
            <MenuItemCheckbox key={column.getColId()} name="columns" value={column.getColId()}>
              {column.getColDef().headerName}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
