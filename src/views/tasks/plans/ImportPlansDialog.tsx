import { Button, makeStyles } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanImportReport } from '../../../../contract/entities/tasks/planFile.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { planCalls } from '../../shared/tasks/calls.ts';
import { tokens, vh } from '../../theme/tokens.ts';

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

/** Largest number of errors of a file that are shown. */
const named = 3;

/** A chosen file, and the result of the server's dry run. */
interface Chosen {
  file: unknown;
  report: PlanImportReport;
}

/**
 * Imports plans from a file (contract/entities/tasks/planFile.ts): checked by the server first, then imported
 * completely or not at all.
 */
export function ImportPlansDialog(props: { onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const calls = planCalls(api);
  /** Shows the result of a call; a refusal stays in the dialog. */
  const send = async (file: unknown, isDry: boolean) => {
    try {
      const report = await calls.take(file, isDry);
      setChosen({ file, report });
      return report;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setChosen(null);
      const faults = error.fields.slice(0, named).map((one) => `${one.path}: ${one.message}`);
      setWrong(faults.length === 0 ? error.message : [t('plan.notReadWhy'), ...faults].join(' '));
      return null;
    }
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    setWrong(null);
    let content: unknown;
    try {
      content = JSON.parse(await file.text());
    } catch {
      setChosen(null);
      setWrong(t('plan.notReadWhy'));
      return;
    }
    await send(content, true);
  };
  const run = async () => {
    if (chosen === null) return;
    const report = await send(chosen.file, false);
    if (report?.imported !== true) return;
    messages.add(
      'done',
      t('plan.imported', { plans: report.plans.map((plan) => plan.name).join(t('kit.listComma')) }),
    );
    props.onClose();
  };
  const faults = chosen?.report.faults ?? [];
  return (
    <DialogFrame
      title={t('plan.importTitle')}
      width={640}
      step={chosen === null ? 'file' : 'report'}
      stays
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <BusyButton appearance="primary" disabled={chosen === null || faults.length > 0} onPress={run}>
            {t('common.import')}
          </BusyButton>
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
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // Allows choosing the same file again after a correction.
          target.value = '';
        }}
      />
      {wrong !== null && <FormError title={t('plan.notRead')} text={wrong} />}
      {chosen !== null && (
        <ul className={s.list} aria-label={t('menu.menu_plan')}>
          {chosen.report.plans.map((plan, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two plans of a file may have one name
            <li key={index}>
              <Glyph name="checkmark" size={14} />
              <span>{plan.name}</span>
              <span>{t('plan.taskCount', { tasks: plan.tasks })}</span>
            </li>
          ))}
        </ul>
      )}
      {faults.length > 0 && (
        <>
          <FormError title={t('plan.notImported')} text={t('plan.notImportedWhy')} />
          <ul className={s.list} aria-label={t('plan.notImported')}>
            {faults.map((one) => (
              <li key={`${one.path} ${one.message}`}>
                <FaultGlyph />
                <span>{[one.plan, one.task].filter(Boolean).join(' · ')}</span>
                <span>{one.message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </DialogFrame>
  );
}
