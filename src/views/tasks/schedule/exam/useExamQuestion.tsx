import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../app/AppContext.tsx';
import { DialogFrame } from '../../../kit/layout/DialogFrame.tsx';
import { useZones } from '../../../shared/zones/useZones.ts';
import { usePlans } from '../usePlans.ts';
import { type ChangedTargets, examsAt } from './examsAt.ts';

interface Question {
  names: readonly string[];
  answer: (isYes: boolean) => void;
}

/** Asks before a change of the schedule where an exam is in effect, with the name of the exam. */
export function useExamQuestion() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const plans = usePlans() ?? [];
  const zones = useZones() ?? [];
  const [question, setQuestion] = useState<Question>();

  function answer(isYes: boolean): void {
    setQuestion(undefined);
    question?.answer(isYes);
  }

  const namesAt = (targets: ChangedTargets) =>
    examsAt(plans, zones, targets, (id) => streams.device.get(id)?.org);

  return {
    /** Sentence for a question that is asked anyway, such as before deleting; undefined: there is no exam. */
    warning(targets: ChangedTargets): string | undefined {
      const names = namesAt(targets);
      return names.length === 0 ? undefined : t('exam.warning', { names: names.join(t('kit.listComma')) });
    },
    /** Resolves whether to go on: at once where there is no exam. */
    ask(targets: ChangedTargets): Promise<boolean> {
      const names = namesAt(targets);
      if (names.length === 0) return Promise.resolve(true);
      return new Promise((resolve) => setQuestion({ names, answer: resolve }));
    },
    dialog: question !== undefined && (
      <DialogFrame
        title={t('exam.askTitle', { names: question.names.join(t('kit.listComma')) })}
        onClose={() => answer(false)}
        question
        actions={
          <>
            <Button onClick={() => answer(false)}>{t('common.cancel')}</Button>
            <Button appearance="primary" onClick={() => answer(true)}>
              {t('exam.changeAnyway')}
            </Button>
          </>
        }
      >
        {t('exam.ask')}
      </DialogFrame>
    ),
  };
}
