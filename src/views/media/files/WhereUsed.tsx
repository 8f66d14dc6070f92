import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { useUsers } from '../../shared/uses/useUsers.ts';

const useStyles = makeStyles({
  list: { margin: '4px 0 0', paddingLeft: '20px', maxHeight: '320px', overflowY: 'auto' },
});

/** Dialog with the users of a library item: tasks, linkage tasks, running broadcasts. */
export function WhereUsed(props: { path: string; row: { id: number; name: string }; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const used = useUsers(props.path, [props.row.id])?.get(props.row.id);
  const { users, elsewhere = 0 } = used ?? {};
  const count = (users?.length ?? 0) + elsewhere;
  return (
    <DialogFrame
      title={t('media.usedTitle', { name: props.row.name })}
      onClose={props.onClose}
      actions={<Button onClick={props.onClose}>{t('common.close')}</Button>}
    >
      {users === undefined && <Spinner size="tiny" label={t('kit.loading')} />}
      {users !== undefined && count === 0 && t('media.usedNowhere')}
      {users !== undefined && count > 0 && t('media.usedHere')}
      {users !== undefined && count > 0 && (
        <ul className={s.list}>
          {users.map((name, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and the list stands still
            <li key={i}>{name}</li>
          ))}
          {elsewhere > 0 && <li>{t('media.usedElsewhere', { n: elsewhere })}</li>}
        </ul>
      )}
    </DialogFrame>
  );
}
