import { Button, makeStyles } from '@fluentui/react-components';
import { HeadphonesRegular } from '@fluentui/react-icons';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { moveItem } from '../../kit/order/moveItem.ts';
import { OrderList } from '../../kit/order/OrderList.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import type { TargetSelection } from '../media/ownLibraries.ts';
import { ListError } from '../targets/ListError.tsx';
import { usePanelStyles } from '../targets/panelStyles.ts';
import { LibraryPicker } from './LibraryPicker.tsx';
import type { ListedFile } from './useFileNames.ts';

const useStyles = makeStyles({
  library: { display: 'flex', flexDirection: 'column', flex: '3 1 0', minHeight: 0 },
  chosen: { display: 'flex', flexDirection: 'column', flex: '2 1 0', minHeight: 0 },
});

/** Keys of a list that may contain the same file twice. */
function keysOf(files: readonly number[]): string[] {
  const seen = new Map<number, number>();
  return files.map((id) => {
    const nth = (seen.get(id) ?? 0) + 1;
    seen.set(id, nth);
    return `${id}/${nth}`;
  });
}

/** Files of a task in their order, with the library above them. */
export function MediaSource(props: {
  files: readonly number[];
  /** Targets of the task. */
  targets: TargetSelection;
  onChange: (files: number[]) => void;
  /** Error of the list, if any. */
  error: string | undefined;
  fileOf: (id: number) => ListedFile | undefined;
  onPicked: (files: readonly ListedFile[]) => void;
  /** Enables listening to the files of the list. */
  onListen?: (file: ListedFile) => void;
}) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { files, fileOf, onPicked, onListen, onChange: change } = props;
  // The library keeps its columns while files are added.
  const latest = useRef(props);
  latest.current = props;
  const add = useCallback(
    (added: readonly ListedFile[]) => {
      onPicked(added);
      latest.current.onChange([...latest.current.files, ...added.map((file) => file.id)]);
    },
    [onPicked],
  );
  const total = files.reduce((sum, id) => sum + (fileOf(id)?.duration_ms ?? 0), 0);
  const keys = keysOf(files);
  const tools = (index: number, tabIndex: number) => {
    const file = fileOf(files[index] ?? 0);
    if (file === undefined) return null;
    const label = t('task.previewOne', { name: file.name });
    return (
      <Button
        size="small"
        appearance="subtle"
        icon={<HeadphonesRegular />}
        aria-label={label}
        title={label}
        tabIndex={tabIndex}
        onClick={() => onListen?.(file)}
      />
    );
  };
  return (
    <>
      <div className={s.library}>
        <LibraryPicker onAdd={add} targets={props.targets} />
      </div>
      <div className={s.chosen}>
        <div className={p.heading}>
          <h3>{t('task.playList')}</h3>
          {files.length > 0 && (
            <span>{t('task.playListSum', { files: files.length, length: durationText(t, total) })}</span>
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
                detail: length === null ? '' : durationText(t, length),
              };
            })}
            onMove={(from, to) => change(moveItem(files, from, to))}
            onRemove={(index) => change(files.filter((_, at) => at !== index))}
            {...(onListen === undefined ? {} : { tools })}
          />
        )}
        <ListError message={props.error} />
      </div>
    </>
  );
}
