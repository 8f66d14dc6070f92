import { Button, mergeClasses } from '@fluentui/react-components';
import { MicRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { AlarmZone } from '../../../../contract/entities/tasks/alarm.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { sentenceText, zoneSentences } from '../../shared/alarms/sentences.ts';
import { useZoneStyles } from './zoneStyles.ts';

/**
 * Zone with terminals that should sound and do not, with the emergency microphone to it. `isGone`: they sound
 * now, and it is kept without its button while the list is in use.
 */
export function SilentZone(props: {
  zone: AlarmZone;
  name: string;
  isDrill: boolean;
  isGone: boolean;
  onTalk: (org: number) => void;
}) {
  const { zone, name, isGone } = props;
  const s = useZoneStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const isMute = zone.sounding === 0 && !isGone;
  const { org } = zone;
  return (
    <li className={mergeClasses(s.zone, s.partly, isMute && s.mute)}>
      <div className={mergeClasses(s.zoneHead, isMute && s.muteHead)}>
        {isGone ? <Glyph name="checkmark" /> : isMute ? <Glyph name="warning" /> : <FaultGlyph size={16} />}
        <span className={s.name}>{name}</span>
        <span className={s.count}>
          {zone.sounding} / {zone.targets}
        </span>
      </div>
      <div className={s.reason}>
        <span>
          {zoneSentences(zone, props.isDrill)
            .map((one) => sentenceText(t, one))
            .join(t('kit.listComma'))}
        </span>
        {org !== null && !isGone && may('emergency_broadcast') && (
          <Button size="small" icon={<MicRegular />} className={s.count} onClick={() => props.onTalk(org)}>
            {t('talk.speak')}
          </Button>
        )}
      </div>
    </li>
  );
}
