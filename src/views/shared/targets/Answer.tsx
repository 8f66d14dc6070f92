import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { AnswerAge } from './AnswerAge.tsx';
import type { FormPreview } from './formPreview.ts';
import { type StillList, useStill } from './useStill.ts';

const useStyles = makeStyles({
  refused: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
});

/**
 * Shows a preview by the server. `children` receives the run, the mark of its age (null: up to date) to be
 * placed beside it, and the props of a list that holds the preview still while it is open.
 */
export function Answer<Run>(props: {
  state: FormPreview<Run>;
  testId: string;
  label?: string;
  className?: string;
  incomplete: ReactNode;
  loading: ReactNode;
  /** Text of a refusal; without: the reason alone. */
  refused?: (reason: string) => string;
  children: (run: Run, age: ReactNode, list: StillList) => ReactNode;
}) {
  const s = useStyles();
  const { shown: state, list } = useStill(props.state);
  return (
    <div
      className={props.className}
      role="status"
      aria-label={props.label}
      data-testid={props.testId}
      data-kind={state.kind}
    >
      {state.show<ReactNode>({
        incomplete: () => props.incomplete,
        loading: () => props.loading,
        known: (run) => props.children(run, null, list),
        old: (run, at) => props.children(run, <AnswerAge at={at} />, list),
        refused: (reason) => (
          <span className={s.refused}>
            <Glyph name="errorCircle" size={14} />
            {props.refused?.(reason) ?? reason}
          </span>
        ),
      })}
    </div>
  );
}
