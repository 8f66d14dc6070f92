import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { AirPreview } from '../../../../contract/entities/tasks/broadcast.ts';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { AnswerAge } from '../targets/AnswerAge.tsx';
import { UnreachableList } from '../targets/UnreachableList.tsx';
import type { Asked } from '../targets/useAsked.ts';
import { type StillList, useStill } from '../targets/useStill.ts';
import { otherText } from './talkFacts.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '4px', minHeight: '68px' },
  large: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  sum: { fontWeight: tokens.fontWeightSemibold },
  names: { color: tokens.colorNeutralForeground2 },
  abnormal: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '6px',
    padding: '4px 8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.tocsinFaultText,
    backgroundColor: tokens.tocsinFaultTint,
  },
  line: { display: 'flex', alignItems: 'center', gap: '6px' },
});

/** Preview of a talk by the server: terminals that would hear it, and broadcasts that it would interrupt. */
export function TalkNumbers(props: { state: Asked<AirPreview>; large?: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { shown: state, list } = useStill(props.state);
  return (
    <div
      className={mergeClasses(s.root, props.large === true && s.large)}
      role="status"
      data-testid="talk-numbers"
      data-kind={state.kind}
    >
      {state.kind === 'incomplete' && <span>{t('talk.chooseFirst')}</span>}
      {state.kind === 'asking' && <span>{t('talk.asking')}</span>}
      {state.kind === 'refused' && (
        <span className={s.line}>
          <Glyph name="errorCircle" size={14} />
          {t('talk.unknown', { why: state.reason })}
        </span>
      )}
      {state.kind === 'known' && (
        <>
          <Known run={state.run} list={list} />
          {state.old !== null && <AnswerAge at={state.old} />}
        </>
      )}
    </div>
  );
}

function Known({ run, list: still }: { run: AirPreview; list: StillList }) {
  const s = useStyles();
  const { t } = useTranslation();
  const names = (list: AirPreview['preempts']) => list.map(({ name }) => name).join(t('kit.listComma'));
  const { preempts, ducks, waits, ducked } = run;
  const other = otherText(t, { interrupts: preempts.length, lowers: ducks.length });
  const silent = run.targets - run.sounding;
  return (
    <>
      {run.sounding === 0 ? (
        <span className={mergeClasses(s.abnormal, s.sum)} data-testid="talk-nobody">
          <FaultGlyph size={16} />
          <span>{t(run.targets === 0 ? 'talk.nobodyThere' : 'talk.nobody')}</span>
          {other !== '' && <span>{other}</span>}
        </span>
      ) : (
        <span className={s.sum}>
          {t('talk.reaches', { n: run.sounding })}
          {t('kit.listComma')}
          {other === '' ? t('talk.interruptsNone') : other}
        </span>
      )}
      {other !== '' && <span className={s.names}>{names([...preempts, ...ducks])}</span>}
      {silent > 0 && (
        <span className={s.abnormal} data-testid="talk-missing">
          <FaultGlyph size={16} />
          <span>{t('talk.wouldMiss', { n: silent, targets: run.targets })}</span>
          {waits.length > 0 && <span>{t('talk.wouldWait', { tasks: names(waits) })}</span>}
          {run.unreachable_count > 0 && (
            <UnreachableList count={run.unreachable_count} list={run.unreachable} still={still} />
          )}
        </span>
      )}
      {ducked.length > 0 && <span>{t('talk.wouldBeLowered', { tasks: names(ducked) })}</span>}
    </>
  );
}
