import { Button, makeStyles } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { DeviceCounts } from '../../streams/device.ts';
import { useApp, usePermission, useScreen } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { StatusText } from '../kit/status/StatusText.tsx';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '40px', flexWrap: 'wrap' },
  text: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    '& span': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  },
  link: { textDecorationLine: 'none', ':hover': { textDecorationLine: 'none' } },
  end: { display: 'flex', alignItems: 'center', gap: '12px', marginLeft: 'auto' },
});

const start = 'menu_task_status';

/** Headline with the state of the site, the abnormal figures, further parts, and the button for a new broadcast. */
export function Headline(props: { seesTasks: boolean; seesDevices: boolean; children?: ReactNode }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const may = usePermission();
  const navigate = useNavigate();
  const onAir = useObservable<BroadcastLive[] | null>(streams.onAir$, null);
  const counts = useObservable<DeviceCounts | null>(streams.deviceCounts$, null);
  const values = {
    broadcasts: onAir?.filter((task) => task.state === 'playing').length ?? 0,
    sounding: (onAir?.reduce((sum, task) => sum + task.sounding, 0) ?? 0).toLocaleString('en-US'),
    total: (counts?.total ?? 0).toLocaleString('en-US'),
  };
  const isKnown = (!props.seesTasks || onAir !== null) && (!props.seesDevices || counts !== null);
  const key = (() => {
    if (!props.seesTasks) return 'home.terminals';
    if (values.broadcasts === 0) return props.seesDevices ? 'home.quiet' : 'home.quietOnly';
    return props.seesDevices ? 'home.sounding' : 'home.soundingOnly';
  })();
  const hasStart = useScreen(start) !== undefined;
  const mayStart = hasStart && may('menu_real_time_task') && may('operate_real_time_task');
  return (
    <div className={s.root}>
      <p className={s.text} data-testid="headline">
        {isKnown ? <Trans i18nKey={key} values={values} components={{ s: <span /> }} /> : ' '}
      </p>
      {counts !== null && counts.silent > 0 && (
        <ScreenLink screen="menu_device_management" search={{ state: 'no_sound' }} className={s.link}>
          <StatusText tone="fault" glyph="warning" text={t('home.silent', { silent: counts.silent })} />
        </ScreenLink>
      )}
      {counts !== null && counts.offline > 0 && (
        <ScreenLink screen="menu_device_management" search={{ state: 'offline' }} className={s.link}>
          <StatusText tone="fault" glyph="warning" text={t('home.offline', { offline: counts.offline })} />
        </ScreenLink>
      )}
      {counts !== null && counts.behind_relay > 0 && (
        <ScreenLink screen="menu_device_management" search={{ state: 'behind_relay' }} className={s.link}>
          <StatusText
            tone="faultOutline"
            glyph="warningOutline"
            text={t('home.behindRelay', { n: counts.behind_relay })}
          />
        </ScreenLink>
      )}
      <div className={s.end}>
        {props.children}
        {mayStart && (
          <Button appearance="primary" icon={<PlayRegular />} onClick={() => navigate(`/${start}?new=1`)}>
            {t('home.startBroadcast')}
          </Button>
        )}
      </div>
    </div>
  );
}
