import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Done, type NextStep, NextSteps } from './NextSteps.tsx';

/** Last finished action of a screen with its next steps: `line` is the property `done` of its list. */
export function useDone() {
  const { t } = useTranslation();
  const [done, setDone] = useState<Done | null>(null);
  const close = () => setDone(null);
  const line: ReactNode = done && <NextSteps {...done} onClose={close} />;
  return {
    line,
    close,
    show: setDone,
    /** Says that an object was created. */
    made: (name: string, ...steps: NextStep[]) => setDone({ text: t('kit.made', { name }), steps }),
  };
}
