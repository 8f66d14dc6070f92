import { Button } from '@fluentui/react-components';
import { ArrowRepeatAllRegular, QrCodeRegular, SpeakerEditRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { useMoreWays } from '../../shared/talk/MoreWays.tsx';
import { useRepeatPage } from '../../shared/talk/page/useRepeatPage.tsx';

/** Buttons that repeat the last page, say typed words at once, and make a link for a phone. */
export function SpeakButtons() {
  const { t } = useTranslation();
  const stale = useStaleReason();
  const ways = useMoreWays();
  const off = (mayDo: boolean) => {
    const reason = mayDo ? stale : t('kit.noRight');
    return { disabledFocusable: reason !== undefined, ...(reason === undefined ? {} : { title: reason }) };
  };
  const { repeat, question } = useRepeatPage();
  return (
    <>
      <Button
        size="small"
        icon={<ArrowRepeatAllRegular />}
        {...off(ways.maySay)}
        onClick={() => ways.maySay && stale === undefined && void repeat().catch(() => undefined)}
      >
        {t('talk.repeat')}
      </Button>
      <Button size="small" icon={<QrCodeRegular />} {...off(ways.mayPhone)} onClick={() => ways.phone(null)}>
        {t('phoneLink.title')}
      </Button>
      <Button size="small" icon={<SpeakerEditRegular />} {...off(ways.maySay)} onClick={() => ways.say(null)}>
        {t('talk.sayNow')}
      </Button>
      {ways.dialog}
      {question}
    </>
  );
}
