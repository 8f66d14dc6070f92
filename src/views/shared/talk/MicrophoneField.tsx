import { Button, Field, makeStyles, Select } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { LevelMeter } from '../../kit/status/LevelMeter.tsx';
import { tokens } from '../../theme/tokens.ts';
import { type LevelTest, useMicrophones } from './useMicrophones.ts';
import { useTalk } from './useTalk.ts';

/** Range of peaks that are neither too quiet nor clipped, dBFS. */
export const TOO_QUIET = -50;
export const TOO_LOUD = -1;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px' },
  row: { display: 'flex', gap: '8px', '& > :first-child': { flexGrow: 1, minWidth: 0 } },
  test: { flexShrink: 0, whiteSpace: 'nowrap' },
  verdict: { display: 'flex', alignItems: 'center', gap: '6px', minHeight: '20px' },
  bad: { color: tokens.tocsinFaultText },
});

/** Field for the microphone used by every talk of this browser, with a level test unless it is brief. */
export function MicrophoneField({ isBrief = false }: { isBrief?: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const talk = useTalk();
  const { list, chosen, choose, test, isTesting, setTesting } = useMicrophones();
  const { isLive } = talk;
  // Some systems refuse to open a microphone twice, and the talk takes precedence over the test.
  useEffect(() => {
    if (isLive) setTesting(false);
  }, [isLive, setTesting]);
  const isGone = chosen !== null && list.length > 0 && !list.some(({ id }) => id === chosen);
  const level = isLive ? talk.context.level : test.phase === 'open' ? test : null;
  return (
    <div className={s.root}>
      <Field label={t('talk.microphone')}>
        <div className={s.row}>
          <Select
            aria-label={t('talk.microphone')}
            value={chosen ?? ''}
            disabled={isLive}
            data-testid="talk-microphone"
            onChange={(_, { value }) => choose(value === '' ? null : value)}
          >
            <option value="">{t('talk.microphoneDefault')}</option>
            {isGone && <option value={chosen}>{t('talk.microphoneGone')}</option>}
            {list.map(({ id, label }, i) => (
              <option key={id} value={id}>
                {label === '' ? t('talk.microphoneN', { n: i + 1 }) : label}
              </option>
            ))}
          </Select>
          {!isBrief && (
            <Button
              className={s.test}
              aria-pressed={isTesting}
              disabled={isLive}
              data-testid="talk-test"
              onClick={() => setTesting(!isTesting)}
            >
              {t(isTesting ? 'talk.testEnd' : 'talk.test')}
            </Button>
          )}
        </div>
      </Field>
      {!isBrief && (
        <>
          <LevelMeter level={level?.level ?? null} peak={level?.peak ?? null} silent={false} key="talk" />
          <span className={s.verdict} role="status" data-testid="talk-verdict">
            {isGone && !isTesting && (
              <>
                <FaultGlyph size={16} />
                <span className={s.bad}>{t('talk.microphoneGoneWhy')}</span>
              </>
            )}
            <Verdict test={test} />
          </span>
        </>
      )}
    </div>
  );
}

/** Assessment of the measured level. */
function Verdict({ test }: { test: LevelTest }) {
  const s = useStyles();
  const { t } = useTranslation();
  if (test.phase === 'off') return null;
  if (test.phase === 'opening') return <span>{t('talk.phase.opening')}</span>;
  if (test.phase === 'failed')
    return (
      <>
        <FaultGlyph size={16} />
        <span className={s.bad}>{t(`talk.trouble.${test.trouble}`)}</span>
      </>
    );
  const isQuiet = test.loudest < TOO_QUIET;
  if (isQuiet || test.loudest > TOO_LOUD)
    return (
      <>
        <FaultGlyph size={16} />
        <span className={s.bad}>{t(isQuiet ? 'talk.tooQuiet' : 'talk.tooLoud')}</span>
      </>
    );
  return (
    <>
      <Glyph name="checkmark" size={14} />
      <span>{t('talk.levelGood')}</span>
    </>
  );
}
