import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { AirPreview } from '../../../../contract/entities/tasks/broadcast.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { Answer } from '../targets/Answer.tsx';
import type { FormPreview } from '../targets/formPreview.ts';
import { UnreachableList } from '../targets/UnreachableList.tsx';
import type { StillList } from '../targets/useStill.ts';
import { talkSentences, talkText } from './talkSentences.ts';

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
});

/** Preview of a talk by the server: terminals that would hear it, and broadcasts that it would interrupt. */
export function TalkNumbers(props: { state: FormPreview<AirPreview>; large?: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <Answer
      state={props.state}
      testId="talk-numbers"
      className={mergeClasses(s.root, props.large === true && s.large)}
      incomplete={t('talk.chooseFirst')}
      loading={t('talk.checking')}
      refused={(reason) => t('talk.unknown', { reason })}
    >
      {(run, age, list) => (
        <>
          <Known run={run} list={list} />
          {age}
        </>
      )}
    </Answer>
  );
}

function Known({ run, list }: { run: AirPreview; list: StillList }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { reach, missing } = talkSentences(run);
  const waits = reach.filter((one) => 'behind' in one);
  const told = reach.filter((one) => !('behind' in one));
  const others = [...run.preempts, ...run.ducks].map(({ name }) => name).join(t('kit.listComma'));
  return (
    <>
      {run.sounding === 0 ? (
        <span className={mergeClasses(s.abnormal, s.sum)} data-testid="talk-nobody">
          <FaultGlyph size={16} />
          {reach.map((one) => (
            <span key={one.key}>{talkText(t, one, clock.now())}</span>
          ))}
        </span>
      ) : (
        <span className={s.sum}>
          {told.map((one) => talkText(t, one, clock.now())).join(t('kit.listComma'))}
        </span>
      )}
      {run.sounding > 0 && waits.map((one) => <span key={one.key}>{talkText(t, one, clock.now())}</span>)}
      {others !== '' && <span className={s.names}>{others}</span>}
      {missing.length > 0 && (
        <span className={s.abnormal} data-testid="talk-missing">
          <FaultGlyph size={16} />
          {missing.map((one) =>
            one.key === 'task.cannotReach' ? (
              <UnreachableList key={one.key} run={run} still={list} />
            ) : (
              <span key={one.key}>{talkText(t, one, clock.now())}</span>
            ),
          )}
        </span>
      )}
    </>
  );
}
