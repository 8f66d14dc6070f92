import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createActor } from 'xstate';
import type { PhoneLink } from '../../../contract/entities/tasks/talkLink.ts';
import { openMicrophone } from '../../api/microphone/microphone.ts';
import type { PhoneApi } from '../../api/phoneLink.ts';
import { createTalkMachine } from '../../machines/talk.ts';
import { useTalkKey } from '../shared/talk/useTalkKey.ts';
import { useAwake } from './useAwake.ts';

/** Lower end of the level bar, dBFS. */
const FLOOR_DB = -60;

const clock = (ms: number) => {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
};

function useTalkOf(api: PhoneApi) {
  const [actor] = useState(() =>
    createActor(
      createTalkMachine({
        open: openMicrophone({
          ticket: api.ticket,
          origin: location.origin.replace(/^http/, 'ws'),
          path: '/v1/talk_link/socket',
        }),
        now: () => performance.now(),
      }),
    ).start(),
  );
  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && actor.send({ type: 'talk.hide' });
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      actor.send({ type: 'talk.abandon' });
    };
  }, [actor]);
  return { actor, state: useSelector(actor, (snapshot) => snapshot) };
}

/** The talk key of a phone: where it is heard, how long the link is valid, and what becomes of the talk. */
export function PhoneKey(props: {
  api: PhoneApi;
  link: PhoneLink;
  /** Monotonic ms. */
  endsAt: number;
  isAway: boolean;
  look: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { link, look } = props;
  const { actor, state } = useTalkOf(props.api);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const isLive = state.hasTag('live');
  const isOnAir = state.hasTag('onAir');
  useAwake(isLive);
  const wasLive = useRef(false);
  useEffect(() => {
    // The end of the talk also ends the link; the server sends the text for it.
    if (wasLive.current && !isLive) void look();
    wasLive.current = isLive;
  }, [isLive, look]);
  const { handlers } = useTalkKey({
    way: 'direct',
    isLive: () => actor.getSnapshot().hasTag('live'),
    begin: (held) =>
      actor.send({
        type: 'talk.start',
        order: { mode: 'page', targets: {}, chime: false, microphone: null },
        held,
      }),
    latch: () => actor.send({ type: 'talk.latch' }),
    end: () => actor.send({ type: 'talk.stop' }),
    confirm: () => undefined,
  });
  const { counts, level, message, trouble, since } = state.context;
  const phase = isOnAir
    ? 'onAir'
    : state.matches({ talking: 'opening' })
      ? 'opening'
      : isLive
        ? 'ending'
        : 'ready';
  const filled = Math.max(0, Math.min(1, 1 - (level?.level ?? FLOOR_DB) / FLOOR_DB));
  return (
    <section className="talk">
      <h1>{link.title}</h1>
      <p>
        {link.site !== '' && `${link.site} · `}
        {link.places.join(t('kit.listComma'))}
      </p>
      <p className="quiet">{t('phone.terminals', { n: link.terminals })}</p>
      <button
        type="button"
        className="key"
        data-phase={phase}
        data-testid="phone-key"
        aria-pressed={isLive}
        {...handlers}
      >
        <span>{t(`phone.key.${phase}`)}</span>
        {isOnAir && <span className="time">{clock(now - since)}</span>}
      </button>
      <div className="level" aria-hidden="true">
        <span style={{ transform: `scaleX(${isOnAir ? filled : 0})` }} />
      </div>
      <p role="status" data-testid="phone-status">
        {isOnAir && t('talk.heardAt', { sounding: counts.sounding, targets: counts.targets })}
        {!isLive && trouble === null && message === null && t('phone.hint')}
      </p>
      {state.matches('failed') && (
        <p className="trouble" role="alert">
          {trouble === null ? message : t(`talk.trouble.${trouble}`)}
        </p>
      )}
      {props.isAway && (
        <p className="trouble" role="alert">
          {t('phone.away')}
        </p>
      )}
      <p className="quiet">{t('phone.left', { time: clock(props.endsAt - now) })}</p>
      <p className="quiet">{t('phone.recorded')}</p>
    </section>
  );
}
