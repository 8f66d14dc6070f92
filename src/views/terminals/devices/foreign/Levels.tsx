import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MAX_LEVELS } from '../../../../../contract/entities/terminals/multicast/priorityMap.ts';
import { LAST_STEP, urgentSteps } from '../../../../../contract/protocol/prioritySteps.ts';
import { FieldGroup } from '../../../kit/form/FieldGroup.tsx';
import { NumberField } from '../../../kit/form/fields.tsx';
import { tokens } from '../../../theme/tokens.ts';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { useForeignStyles } from './foreignStyles.ts';

const useStyles = makeStyles({
  title: { margin: '8px 0 4px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  level: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 32px',
    columnGap: '8px',
    alignItems: 'start',
  },
  remove: { marginTop: '24px' },
  add: { marginBottom: '8px' },
});

interface Level {
  from: number;
}

/** Step of a further level: alarms, then the emergency microphone. */
function nextStep(levels: readonly Level[]): number {
  const last = levels.at(-1)?.from ?? 0;
  return last < urgentSteps.alarm ? urgentSteps.alarm : LAST_STEP;
}

/** List of the levels of a priority map: the step from which each is used, and fields of the kind of transport. */
export function Levels(props: {
  form: TerminalFormControls;
  /** Fields of the i-th level when it is added. */
  next: (i: number) => object;
  /** Fields of a level with that of its step; `path` is the place of its values. */
  children: (path: string, from: ReactNode) => ReactNode;
}) {
  const s = useStyles();
  const shared = useForeignStyles();
  const { t } = useTranslation();
  const { control } = props.form;
  const { fields, append, remove } = useFieldArray({ control, name: 'foreign.levels' as never });
  const levels = (useWatch({ control, name: 'foreign.levels' }) ?? []) as unknown as Level[];
  return (
    <>
      <h3 className={s.title}>{t('foreign.levels')}</h3>
      <p className={shared.note}>{t('foreign.levelsNote')}</p>
      {fields.map(({ id }, i) => (
        <FieldGroup key={id} label={t('foreign.level', { n: i + 1 })} className={s.level}>
          <div className={shared.pair}>
            {props.children(
              `foreign.levels.${i}`,
              <NumberField
                control={control}
                name={`foreign.levels.${i}.from`}
                label={t('foreign.from')}
                min={1}
                max={LAST_STEP}
              />,
            )}
          </div>
          <Button
            className={s.remove}
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={t('foreign.removeLevel', { n: i + 1 })}
            onClick={() => remove(i)}
          />
        </FieldGroup>
      ))}
      {fields.length < MAX_LEVELS && (
        <Button
          className={s.add}
          size="small"
          icon={<AddRegular />}
          onClick={() => append({ from: nextStep(levels), ...props.next(levels.length) } as never)}
        >
          {t('foreign.addLevel')}
        </Button>
      )}
    </>
  );
}
