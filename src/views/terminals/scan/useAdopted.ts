import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Done, NextStep } from '../../kit/action/NextSteps.tsx';
import { terminalScreens } from '../../shared/terminals/kindScreens.ts';
import { useTestTone } from '../../shared/terminals/useTestTone.ts';
import type { Adopted } from './foundCalls.ts';

/** The terminal that was adopted last, and what usually follows: to hear it, and to go to it. */
export function useAdopted() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const tone = useTestTone();
  const [adopted, setAdopted] = useState<Adopted | null>(null);

  function doneOf({ id, name, kind }: Adopted): Done {
    const steps: NextStep[] = [
      {
        key: 'go',
        label: t('scan.goToIt'),
        leads: true,
        onPress: async () => navigate(`/${terminalScreens[kind]}?id=${id}`),
      },
    ];
    // Broadcasts reach loudspeakers only.
    if (kind === 'device')
      steps.unshift({
        key: 'tone',
        label: t('scan.testTone'),
        reason: tone.reason,
        onPress: () => tone.play({ id, name }),
      });
    return { text: t('scan.adopted', { name }), steps };
  }
  return {
    done: adopted === null ? null : doneOf(adopted),
    show: setAdopted,
    close: () => setAdopted(null),
  };
}
