import { Button, makeStyles } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/error.ts';
import { useApp } from '../app/AppContext.tsx';
import { BusyButton } from '../kit/BusyButton.tsx';
import { DialogFrame } from '../kit/DialogFrame.tsx';
import { FormError } from '../kit/form/FormError.tsx';
import { FaultGlyph, Glyph } from '../kit/Glyph.tsx';
import { planCalls, taskCalls } from '../schedule/calls.ts';
import { tokens, vh } from '../theme/tokens.ts';
import { importedPlan, type PlanImport, readPlanFile } from './planFile.ts';

const useStyles = makeStyles({
  list: {
    margin: '12px 0 0',
    padding: 0,
    listStyle: 'none',
    maxHeight: vh(50),
    overflowY: 'auto',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      gap: '8px',
      minHeight: '28px',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& > li > span:last-child': { marginLeft: 'auto', color: tokens.colorNeutralForeground3 },
  },
  hint: { color: tokens.colorNeutralForeground3 },
});

interface Outcome {
  key: string;
  name: string;
  /** Why not; empty: done. */
  fault: string;
}

/** Plans out of a file, each with its tasks, one by one; a task that is refused keeps nothing else back. */
export function ImportPlansDialog(props: { onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [plans, setPlans] = useState<PlanImport[] | null>(null);
  const [wrong, setWrong] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = readPlanFile(await file.text());
    setPlans(found);
    setWrong(found === null);
    setOutcomes(null);
  };
  const run = async () => {
    const done: Outcome[] = [];
    const note = (name: string, error: unknown) => {
      const fault = error === null ? '' : (error as ApiError).message;
      done.push({ key: String(done.length), name, fault });
      // Failures first (look: Batch).
      setOutcomes([...done].sort((a, b) => Number(a.fault === '') - Number(b.fault === '')));
    };
    for (const one of plans ?? []) {
      try {
        const { id } = await planCalls(api).create(importedPlan(one));
        note(one.plan.name, null);
        for (const task of one.tasks)
          await taskCalls(api)
            .create({ ...task, plan_id: id })
            .then(
              () => note(task.name, null),
              (error) => note(task.name, error),
            );
      } catch (error) {
        note(one.plan.name, error);
      }
    }
  };
  return (
    <DialogFrame
      title={t('plan.importTitle')}
      width={640}
      alert
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t(outcomes === null ? 'common.cancel' : 'common.close')}</Button>
          {outcomes === null && (
            <BusyButton appearance="primary" disabled={plans === null} onPress={run}>
              {t('common.import')}
            </BusyButton>
          )}
        </>
      }
    >
      <p className={s.hint}>{t('plan.importHint')}</p>
      <Button onClick={() => input.current?.click()}>{t('plan.chooseFile')}</Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('plan.chooseFile')}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      {wrong && <FormError title={t('plan.notRead')} text={t('plan.notReadWhy')} />}
      {outcomes === null && plans !== null && (
        <ul className={s.list} aria-label={t('menu.menu_plan')}>
          {plans.map(({ plan, tasks }) => (
            <li key={plan.name}>
              <span>{plan.name}</span>
              <span>{t('plan.taskCount', { tasks: tasks.length })}</span>
            </li>
          ))}
        </ul>
      )}
      {outcomes !== null && (
        <ul className={s.list} aria-label={t('plan.importTitle')} aria-live="polite">
          {outcomes.map((one) => (
            <li key={one.key}>
              {one.fault === '' ? <Glyph name="checkmark" size={14} /> : <FaultGlyph />}
              <span>{one.name}</span>
              <span>{one.fault}</span>
            </li>
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}
