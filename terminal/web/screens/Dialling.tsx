import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dialled } from '../../../contract/protocol/call.ts';
import type { Engine } from '../engine.ts';
import type { ChannelView, StationView } from '../messages.ts';
import { OwnMicrophone } from './InCall.tsx';
import { Icon } from './icons.tsx';

/** Digits and the letters of a dialogue code, where a telephone has them. */
const KEYS = [...'123A456B789CE0FD'];
/** The longest quick number. */
const MAX_LENGTH = 12;

/** Keypad of an idle station: number or quick code, preset callee, and the reason why the last call failed. */
export function Dialling({
  engine,
  station,
  channel,
}: {
  engine: Engine;
  station: StationView;
  channel: ChannelView;
}) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const { call, callee, talk } = station;
  const over = call.phase === 'over' ? call.message : talk.phase === 'over' ? talk.message : '';
  const isNumber = dialled.safeParse(number).success;
  const type = (key: string) => setNumber((before) => (before + key).slice(0, MAX_LENGTH));
  useTyping(type, () => setNumber((before) => before.slice(0, -1)));
  const isLocked = channel.state === 'locked' || channel.state === 'failed';
  const dial = (digits: string) => {
    if (isLocked) engine.openMicrophone();
    engine.dial(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber) dial(number);
  };
  return (
    <div className="columns">
      <section>
        <Own station={station} />
        <form onSubmit={submit} className="dialling">
          <div className="number">
            <input
              aria-label={t('dialogue.number')}
              value={number}
              inputMode="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={MAX_LENGTH}
              placeholder={t('terminalPage.numberHint')}
              onChange={({ target }) => setNumber(target.value.toUpperCase().replace(/[^0-9A-F]/g, ''))}
            />
            <button
              type="button"
              className="key"
              aria-label={t('terminalPage.erase')}
              disabled={number === ''}
              onClick={() => setNumber(number.slice(0, -1))}
            >
              <Icon name="backspace" />
            </button>
          </div>
          <div className="keypad">
            {KEYS.map((key) => (
              <button key={key} type="button" className="key" onClick={() => type(key)}>
                {key}
              </button>
            ))}
          </div>
          <button type="submit" className="button primary wide" disabled={!isNumber}>
            <Icon name="phone" />
            {t('dialogue.call')}
          </button>
          {callee !== '' && (
            <button type="button" className="button wide" onClick={() => dial(callee)}>
              <Icon name="phone" />
              {t('terminalPage.callPreset', { number: callee })}
            </button>
          )}
        </form>
        <p role="status" data-testid="call-over" className={over === '' ? '' : 'over'}>
          {over}
        </p>
      </section>
      <OwnMicrophone engine={engine} channel={channel} />
    </div>
  );
}

/** Number and code of this station. */
function Own({ station: { number, code } }: { station: StationView }) {
  const { t } = useTranslation();
  const all = [number && `${t('terminalPage.ownNumber')} ${number}`, code && `${t('dialogue.code')} ${code}`];
  const text = all.filter(Boolean).join(' · ');
  return <p className="quiet">{text || t('terminalPage.noNumber')}</p>;
}

/** Enters digits typed anywhere on the page into the number. */
function useTyping(type: (key: string) => void, erase: () => void): void {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
      if (/^[0-9A-Fa-f]$/.test(key)) type(key.toUpperCase());
      else if (key === 'Backspace') erase();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
