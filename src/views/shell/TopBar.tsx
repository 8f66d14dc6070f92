import { Button, Divider, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isSounding } from '../../streams/alarm.ts';
import { useBrand, usePermission } from '../app/AppContext.tsx';
import type { Screen } from '../app/screen.ts';
import { useLanguage } from '../app/useLanguage.ts';
import { usePicture } from '../app/usePicture.ts';
import { labelKey } from '../screens.ts';
import { AlarmStrip } from '../shared/alarms/AlarmStrip.tsx';
import { useAlarmBar } from '../shared/alarms/alarmBar.ts';
import { useAlarms } from '../shared/alarms/useAlarms.ts';
import type { BuzzerControl } from '../shared/alarms/useBuzzer.ts';
import { FloodChip } from '../shared/faults/FloodChip.tsx';
import { useFloodNow } from '../shared/faults/useFlood.ts';
import { Clock } from '../shared/frame/Clock.tsx';
import { DataAge } from '../shared/frame/DataAge.tsx';
import { SiteMark } from '../shared/frame/SiteMark.tsx';
import { useSiteName } from '../shared/frame/useSiteName.ts';
import { TalkControl } from '../shared/talk/TalkControl.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { FaultsControl } from './FaultsControl.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MessagesControl } from './MessagesControl.tsx';
import { OnAirControl } from './OnAirControl.tsx';
import { useTopBarStyles } from './topBarStyles.ts';

/** Screens with a button in the bar, if they exist. */
export const inBar = ['fullscreen/index', 'system'];

/**
 * Top bar. Abnormal states and running broadcasts are shown on every screen, in places of a fixed width; the
 * talk keys are at its end and never move.
 */
export function TopBar(props: { screens: readonly Screen[]; buzzer: BuzzerControl; onPassword: () => void }) {
  const s = useTopBarStyles();
  const { t } = useTranslation();
  const brand = useBrand();
  const language = useLanguage();
  const may = usePermission();
  const navigate = useNavigate();
  const site = useSiteName();
  // A logo contains the name.
  const hasLogo = usePicture('logo').isOwn;
  const alarms = useAlarms();
  const bar = useAlarmBar(alarms);
  const { isFlood } = useFloodNow();
  const inAlarm = alarms.length > 0;
  return (
    <header className={mergeClasses(s.root, bar)} {...(alarms.some(isSounding) ? { 'data-alarm': '' } : {})}>
      <div className={mergeClasses(s.brand, inAlarm && s.brandInAlarm)} title={site}>
        <SiteMark size={28} />
        <div className={mergeClasses(s.names, inAlarm && s.namesInAlarm)}>
          {!hasLogo && <span className={s.name}>{brand.names[language]}</span>}
          <span className={s.tagline}>{site}</span>
        </div>
      </div>
      <div className={s.state} data-testid="bar-state">
        <AlarmStrip alarms={alarms} buzzer={props.buzzer} />
        {/* In a flood of alarms the strip counts the faults too. */}
        {!(inAlarm && isFlood) && (
          <div
            className={mergeClasses(s.slot, inAlarm ? s.faultsInAlarm : s.faults, isFlood && s.faultsInFlood)}
          >
            <FaultsControl compact={inAlarm} />
          </div>
        )}
        {!inAlarm && (
          <div className={mergeClasses(s.slot, s.onAir)}>
            <OnAirControl />
          </div>
        )}
        {!inAlarm && isFlood && (
          <div className={s.flood}>
            <FloodChip />
          </div>
        )}
      </div>
      <div className={mergeClasses(s.slot, s.age, inAlarm && s.ageInAlarm)}>
        <DataAge />
      </div>
      <Divider vertical className={s.divider} />
      <div className={mergeClasses(s.slot, s.clock, inAlarm && s.clockInAlarm)}>
        <Clock />
      </div>
      <Divider vertical className={s.divider} />
      <span className={s.fill} />
      <TalkControl />
      <div className={s.tools}>
        {props.screens
          .filter((screen) => inBar.includes(screen.path) && may(screen.codes))
          .map((screen) => (
            <Button
              key={screen.path}
              appearance="transparent"
              icon={<screen.icon />}
              aria-label={t(labelKey(screen))}
              title={t(labelKey(screen))}
              onClick={() => navigate(`/${screen.path}`)}
            />
          ))}
        <MessagesControl />
        <LanguageMenu />
        <AccountMenu screens={props.screens} onPassword={props.onPassword} />
      </div>
      <span className={s.break} />
    </header>
  );
}
