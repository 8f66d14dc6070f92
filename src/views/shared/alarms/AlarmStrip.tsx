import { Button, mergeClasses } from '@fluentui/react-components';
import { AlertOffRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { isSounding, needsAttention } from '../../../streams/alarm.ts';
import { useScreen, useSiteClock } from '../../app/AppContext.tsx';
import { Announced } from '../../kit/messages/Announced.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { useSecond } from '../../kit/time/useTick.ts';
import { FloodChip } from '../faults/FloodChip.tsx';
import { useFloodNow } from '../faults/useFlood.ts';
import { AlarmAnnouncer } from './AlarmAnnouncer.tsx';
import { AlarmLine } from './AlarmLine.tsx';
import { alarmStatus } from './alarmStatus.ts';
import { countdown, elapsed } from './alarmTimes.ts';
import { BuzzerBlocked } from './BuzzerBlocked.tsx';
import { nameSize } from './nameSize.ts';
import { nextOf, nextStepName } from './nextOf.ts';
import { sentenceText, unheardSentence } from './sentences.ts';
import { useStripStyles } from './stripStyles.ts';
import type { BuzzerControl } from './useBuzzer.ts';
import { useJustReplaced } from './useJustReplaced.ts';
import { useStripControl } from './useStripControl.ts';

/**
 * Alarm strip above every screen: the most urgent alarm, its duration, where it is not heard, the next step,
 * and acknowledge by F8. Says, also without an alarm, when the browser blocks the buzzer. `line`: that of a phone.
 */
export function AlarmStrip(props: { alarms: readonly AlarmLive[]; buzzer: BuzzerControl; line?: boolean }) {
  const { buzzer } = props;
  const first = props.alarms[0];
  const { isFlood } = useFloodNow();
  const isNew = useJustReplaced(first?.id);
  const blocked = buzzer.state === 'blocked' && (
    <BuzzerBlocked isCompact={isFlood || first !== undefined} onUnblock={buzzer.unblock} />
  );
  return (
    <>
      <AlarmAnnouncer alarms={props.alarms} />
      {first === undefined && blocked}
      {first !== undefined && props.line === true && (
        <AlarmLine key={first.id} first={first} isNew={isNew}>
          {blocked}
        </AlarmLine>
      )}
      {first !== undefined && props.line !== true && (
        <First key={first.id} first={first} isNew={isNew} others={props.alarms.slice(1)}>
          {blocked}
        </First>
      )}
    </>
  );
}

/**
 * `isNew`: it has just taken the place of another one, for which a press now is meant. `others`: further
 * alarms that run; one press leads to the next of them, and all are named.
 */
function First(props: {
  first: AlarmLive;
  isNew: boolean;
  others: readonly AlarmLive[];
  children: ReactNode;
}) {
  const s = useStripStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const clock = useSiteClock();
  const screen = useScreen('menu_fire_gpio_task');
  const { first, others } = props;
  const second = others[0];
  const names = others.map(({ plan_name }) => plan_name).join(t('kit.listComma'));
  const { control, canAcknowledge, hasAcknowledge } = useStripControl(first, props.isNew);
  useSecond();
  const now = clock.now();
  const isReal = isSounding(first);
  const next = nextOf(first, now);
  const silent = unheardSentence(first);
  const status = t(`status.${alarmStatus(first)}`);
  return (
    <section
      className={s.root}
      aria-label={t('alarm.strip')}
      data-testid="alarm-strip"
      data-state={first.state}
    >
      <div className={s.inner}>
        <span className={mergeClasses(s.bell, !isReal && s.quietBell)}>
          <span className={needsAttention(first) ? s.blink : undefined}>
            <Glyph name={isReal ? 'alarm' : 'alarmOutline'} size={20} />
          </span>
        </span>
        <button
          type="button"
          className={s.what}
          disabled={screen === undefined}
          title={`${first.plan_name}: ${t('alarm.openControl')}`}
          onClick={() => navigate(`/menu_fire_gpio_task?plan=${first.plan_id}`)}
        >
          <span className={s.status}>
            <span>{first.drill === drillMode.none ? status : t('alarm.drill', { status })}</span>
            {/* A counting figure would be read out every second. */}
            <span aria-hidden="true">{elapsed(now - first.began_at)}</span>
          </span>
          <span className={mergeClasses(s.name, s[nameSize(first.plan_name)])} data-testid="alarm-name">
            {first.plan_name}
          </span>
        </button>
        <div className={s.figures} data-testid="alarm-figures">
          {control.failure !== null && (
            <span className={s.by} data-testid="alarm-not-taken">
              <Announced urgency="urgent">{control.failure.sentence}</Announced>
              <button
                type="button"
                className={mergeClasses(s.chip, s.notTaken)}
                title={control.failure.text}
                onClick={control.dismiss}
              >
                <Glyph name="warning" />
                <span className={s.cut}>{control.failure.sentence}</span>
              </button>
            </span>
          )}
          {props.children}
          {silent !== null && (
            <span className={s.chip} data-testid="alarm-unheard" title={sentenceText(t, silent)}>
              <Glyph name="speakerOff" />
              <span className={s.wideOnly}>{sentenceText(t, silent)}</span>
              <span className={s.brief}>{silent.params?.n}</span>
            </span>
          )}
          {second !== undefined && (
            <button
              type="button"
              className={mergeClasses(s.plain, s.others)}
              disabled={screen === undefined}
              data-testid="alarm-others"
              aria-label={`${t('alarm.more', { n: others.length })}: ${names}`}
              title={names}
              onClick={() => navigate(`/menu_fire_gpio_task?plan=${second.plan_id}`)}
            >
              <span className={s.wideOnly}>{t('alarm.more', { n: others.length })}</span>
              <span className={s.brief}>+{others.length}</span>
            </button>
          )}
          <FloodChip />
          {next !== null && (
            <span className={mergeClasses(s.plain, s.wideOnly)} data-testid="alarm-next">
              <b>{countdown(next.at - now)}</b>
              {t(next.until, { name: nextStepName(first, t) })}
            </span>
          )}
          {first.acknowledged_at !== null && (
            <span
              className={mergeClasses(s.plain, s.by)}
              title={t('alarm.acknowledgedBy', { name: first.acknowledged_by })}
            >
              <Glyph name="checkmark" />
              <span className={s.cut}>{t('alarm.acknowledgedBy', { name: first.acknowledged_by })}</span>
            </span>
          )}
        </div>
        {hasAcknowledge && (
          <Button
            className={s.acknowledge}
            icon={<AlertOffRegular />}
            disabledFocusable={!canAcknowledge}
            title="F8"
            aria-keyshortcuts="F8"
            data-testid="alarm-acknowledge"
            onClick={() => control.act('acknowledge')}
          >
            {t('codes.alarmAction.acknowledge')}
          </Button>
        )}
      </div>
    </section>
  );
}
