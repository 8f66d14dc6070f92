import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TalkWait } from '../../../machines/talkContext.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { waitText } from '../queue/waitText.ts';

const useStyles = makeStyles({
  line: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  left: {
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '@container (max-width: 560px)': { display: 'none' },
  },
});

/** Tells a speaker what the page waits for and how long, and when it gives up. */
export function TalkWaits({ wait }: { wait: TalkWait }) {
  const s = useStyles();
  const { t } = useTranslation();
  const text = waitText(t, wait.waits_for);
  return (
    <>
      <span className={s.line} title={text} data-testid="talk-waits">
        {text}
      </span>
      <span className={s.left}>{t('queue.givesUp', { left: durationText(t, wait.left_ms) })}</span>
    </>
  );
}
