import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SearchHit } from '../../../../contract/api/search.ts';
import type { Screen } from '../../app/screen.ts';
import { AllCallQuestion } from '../../shared/talk/AllCallQuestion.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { StopQuestion } from './StopQuestion.tsx';
import { useVolumeCommand } from './useVolumeCommand.ts';

/** Question that a command opens in place of the palette. */
type Question = { kind: 'allCall' } | { kind: 'stop'; zone: SearchHit | null };

/** The command palette, and the questions of its commands. No command starts an alarm or an all-call by itself. */
export function Palette(props: { screens: readonly Screen[]; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const setVolume = useVolumeCommand();
  const [question, setQuestion] = useState<Question | null>(null);
  const { onClose } = props;
  const ask = (next: Question) => {
    onClose();
    setQuestion(next);
  };
  const close = () => setQuestion(null);
  return (
    <>
      {props.isOpen && (
        <CommandPalette
          screens={props.screens}
          onClose={onClose}
          actions={{
            volume(hit, volume) {
              onClose();
              void setVolume(hit, volume);
            },
            stop: (zone) => ask({ kind: 'stop', zone }),
            alarm(plan) {
              onClose();
              navigate(`/menu_fire_gpio_task?plan=${plan.id}`);
            },
            allCall: () => ask({ kind: 'allCall' }),
          }}
        />
      )}
      {question?.kind === 'allCall' && <AllCallQuestion onClose={close} />}
      {question?.kind === 'stop' && <StopQuestion zone={question.zone} onClose={close} />}
    </>
  );
}
