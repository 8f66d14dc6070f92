import { useTranslation } from 'react-i18next';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useUsers } from './useUsers.ts';

/** Largest number of users named in one line. */
const named = 3;

/** Asks before rows are deleted, and lists the users of each. */
export function DeleteUsed(props: {
  path: string;
  /** False: rows of this path have no users that can be asked for. */
  isUsed?: boolean;
  rows: readonly { id: number; name: string }[];
  /** Detail that identifies an unused item. */
  detail?: (id: number) => string;
  /** Text about the users of a row; absent: the row is in use, and is kept. */
  usersText?: (users: string) => string;
  title: string;
  consequence: string;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { path, isUsed = true, rows, detail, usersText, ...dialog } = props;
  const users = useUsers(path, isUsed ? rows.map((row) => row.id) : []);
  const detailOf = (id: number): string => {
    const { users: own = [], elsewhere = 0 } = users?.get(id) ?? {};
    if (own.length + elsewhere === 0) return detail?.(id) ?? '';
    const more = own.length > named ? ` +${own.length - named}` : '';
    const parts = own.length > 0 ? [own.slice(0, named).join(t('kit.listComma')) + more] : [];
    if (elsewhere > 0) parts.push(t('media.usedElsewhere', { n: elsewhere }));
    const text = parts.join(t('kit.listComma'));
    return usersText?.(text) ?? t('media.usedBy', { users: text });
  };
  return (
    <ConfirmDelete
      {...dialog}
      items={rows.map(({ id, name }) => ({ key: id, name, detail: detailOf(id) }))}
    />
  );
}
