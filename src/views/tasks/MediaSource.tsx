import { makeStyles } from '@fluentui/react-components';
import { useCallback } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { clockLength } from '../kit/lengths.ts';
import { moveItem } from '../kit/order/moveItem.ts';
import { OrderList } from '../kit/order/OrderList.tsx';
import { LibraryPicker } from './LibraryPicker.tsx';
import { ListError } from './ListError.tsx';
import { usePanelStyles } from './panelStyles.ts';
import type { StartValues } from './startForm.ts';
import type { ListedFile } from './useFileNames.ts';

const useStyles = makeStyles({
  library: { display: 'flex', flexDirection: 'column', flex: '3 1 0', minHeight: 0 },
  chosen: { display: 'flex', flexDirection: 'column', flex: '2 1 0', minHeight: 0 },
});

/** Keys of a list in which the same file may stand twice. */
function keysOf(files: readonly number[]): string[] {
  const seen = new Map<number, number>();
  return files.map((id) => {
    const nth = (seen.get(id) ?? 0) + 1;
    seen.set(id, nth);
    return `${id}/${nth}`;
  });
}

/** The files of a task in their order, and the library above them to add from. */
export function MediaSource(props: {
  form: UseFormReturn<StartValues, unknown, StartValues>;
  files: readonly number[];
  fileOf: (id: number) => ListedFile | undefined;
  onPicked: (files: readonly ListedFile[]) => void;
}) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { form, files, fileOf, onPicked } = props;
  const { setValue, getValues } = form;
  const change = useCallback(
    (next: number[]) => setValue('files', next, { shouldDirty: true, shouldValidate: true }),
    [setValue],
  );
  const add = useCallback(
    (added: readonly ListedFile[]) => {
      onPicked(added);
      change([...getValues('files'), ...added.map((file) => file.id)]);
    },
    [change, getValues, onPicked],
  );
  const total = files.reduce((sum, id) => sum + (fileOf(id)?.duration_ms ?? 0), 0);
  const keys = keysOf(files);
  return (
    <>
      <div className={s.library}>
        <LibraryPicker onAdd={add} />
      </div>
      <div className={s.chosen}>
        <div className={p.heading}>
          <h3>{t('task.playList')}</h3>
          {files.length > 0 && (
            <span>{t('task.playListSum', { files: files.length, length: clockLength(total) })}</span>
          )}
        </div>
        {files.length === 0 ? (
          <div className={p.hint}>{t('task.playListEmpty')}</div>
        ) : (
          <OrderList
            className={p.fill}
            label={t('task.playList')}
            items={files.map((id, index) => {
              const file = fileOf(id);
              const length = file?.duration_ms ?? null;
              return {
                key: keys[index] ?? index,
                name: file?.name ?? String(id),
                detail: length === null ? '' : clockLength(length),
              };
            })}
            onMove={(from, to) => change(moveItem(files, from, to))}
            onRemove={(index) => change(files.filter((_, at) => at !== index))}
          />
        )}
        <ListError message={form.formState.errors.files?.message} />
      </div>
    </>
  );
}
