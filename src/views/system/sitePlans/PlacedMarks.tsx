import { Button, Field, Input } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { MarkList } from '../../shared/sitePlan/MarkList.tsx';
import type { MarkState } from '../../shared/sitePlan/planState.ts';
import { type Editing, moved, placed, removed, stepOf } from './editing.ts';
import { useEditorStyles } from './editorStyles.ts';

type Change = (now: Editing['now']) => void;

/** Marks on the plan as a list: Alt and an arrow key move the chosen one, Delete takes it away, numbers set its place. */
export function PlacedMarks(props: {
  now: Editing['now'];
  states: readonly MarkState[];
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  onChange: Change;
}) {
  const s = useEditorStyles();
  const { t } = useTranslation();
  const { now, states, chosen, onChange } = props;
  const mark = states.find(({ key }) => key === chosen)?.mark;
  const remove = (key: string) => {
    onChange(removed(now, key));
    props.onChoose(undefined);
  };
  return (
    <>
      <MarkList
        label={t('sitePlan.placed')}
        states={states}
        chosen={chosen}
        onChoose={props.onChoose}
        onKey={(event) => {
          const step = event.altKey ? stepOf(event) : null;
          if (chosen === undefined) return false;
          if (event.key === 'Delete') remove(chosen);
          else if (step !== null) onChange(moved(now, chosen, ...step));
          else return false;
          return true;
        }}
      />
      {mark !== undefined && chosen !== undefined && (
        <div className={s.part}>
          <div className={s.pair}>
            {(['x', 'y'] as const).map((axis) => (
              <Field key={axis} label={t(`sitePlan.${axis}`)}>
                <Input
                  key={`${chosen} ${mark[axis]}`}
                  className={s.number}
                  size="small"
                  type="number"
                  min={0}
                  max={100}
                  step={0.1}
                  defaultValue={String(Math.round(mark[axis] * 1_000) / 10)}
                  onBlur={(event) => {
                    const value = Number(event.target.value) / 100;
                    if (Number.isFinite(value) && Math.abs(value - mark[axis]) > 0.0005)
                      onChange(placed(now, mark, { x: mark.x, y: mark.y, [axis]: value }));
                  }}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') event.currentTarget.blur();
                  }}
                />
              </Field>
            ))}
            <Button size="small" onClick={() => remove(chosen)}>
              {t('common.remove')}
            </Button>
          </div>
        </div>
      )}
      <div className={s.part}>
        <span className={s.hint}>{t('sitePlan.moveHint')}</span>
      </div>
    </>
  );
}
