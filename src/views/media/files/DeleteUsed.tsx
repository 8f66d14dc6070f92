import { useTranslation } from 'react-i18next';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useUsers } from './useUsers.ts';

/** Largest number of users named in one line. */
const named = 3;

/** Asks before library items are deleted, and lists the users of each; items in use are kept. */
export function DeleteUsed(props: {
  path: string;
  rows: readonly { id: number; name: string }[];
  /** Detail that identifies an unused item. */
  detail?: (id: number) => string;
  title: string;
  consequence: string;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { path, rows, detail, ...dialog } = props;
  const users = useUsers(
    path,
    rows.map((row) => row.id),
  );
  const detailOf = (id: number): string => {
    const { users: own = [], elsewhere = 0 } = users?.get(id) ?? {};
    if (own.length + elsewhere === 0) return detail?.(id) ?? '';
    const more = own.length > named ? ` +${own.length - named}` : '';
    const parts = own.length > 0 ? [own.slice(0, named).join(t('kit.listComma')) + more] : [];
    if (elsewhere > 0) parts.push(t('media.usedElsewhere', { n: elsewhere }));
    return t('media.usedBy', { users: parts.join(t('kit.listComma')) });
  };
  return (
    <ConfirmDelete
      {...dialog}
      items={rows.map(({ id, name }) => ({ key: id, name, detail: detailOf(id) }))}
    />
  );
}
