import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TalkLinkLive } from '../../../../contract/entities/tasks/talkLink.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto', minHeight: 0 },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  none: { margin: '8px 0', color: tokens.colorNeutralForeground3 },
});

const noLinks: readonly TalkLinkLive[] = [];

/** Open phone links of the zones of the account, live, each with its withdrawal. */
export function OpenLinks() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  useSecond();
  const links = useObservable<readonly TalkLinkLive[]>(streams.talkLink.rows$, noLinks);
  const zones = (ids: readonly number[]) =>
    ids.flatMap((id) => streams.zoneName(id) || []).join(t('kit.listComma'));
  if (links.length === 0) return <p className={s.none}>{t('phoneLink.none')}</p>;
  return (
    <ul className={s.list} data-testid="phone-links">
      {links.map((link) => (
        <li key={link.id} className={s.row}>
          <div className={s.text}>
            <b>{link.title}</b>
            <div>
              {t(`phoneLink.state.${link.state}`)} · {zones(link.org)}
            </div>
            <div className={s.detail}>
              {t('phoneLink.madeBy', {
                name: link.made_by,
                left: durationText(t, Math.max(0, link.expires_at * 1000 - clock.now())),
              })}
            </div>
          </div>
          <BusyButton
            size="small"
            always
            onPress={() => api.post(`/v1/talk_link/${link.id}/end`, {})}
            aria-label={t('phoneLink.endOf', { title: link.title })}
          >
            {t('phoneLink.end')}
          </BusyButton>
        </li>
      ))}
    </ul>
  );
}
