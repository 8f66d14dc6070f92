import { useTranslation } from 'react-i18next';
import type { LineState } from '../../protocol/alarmLines.ts';
import type { Engine } from '../engine.ts';
import type { AlarmView } from '../messages.ts';
import { Icon } from './icons.tsx';

const lineStates: readonly LineState[] = ['ok', 'open', 'short'];

/** Inputs of this fire terminal, with controls for contacts and line states, and its outputs. */
export function Alarming({ engine, alarm }: { engine: Engine; alarm: AlarmView }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2>{t('fire.inputs')}</h2>
      <p className="quiet">{t('terminalPage.alarmHint')}</p>
      <ul className="rows">
        {alarm.inputs.map((one) => {
          const name = one.name || t('fire.inputN', { input: one.input });
          const contact = t(one.closed ? 'terminalPage.contactClosed' : 'terminalPage.contactOpen');
          return (
            <li key={one.input} data-input={one.input} data-active={one.active}>
              <span>{name}</span>
              <span className="quiet">
                {one.active && <Icon name="fault" />}
                {t(one.active ? 'fire.active' : 'fire.normal')}
              </span>
              <button
                type="button"
                className="button"
                aria-label={`${name} ${contact}`}
                onClick={() => engine.setInput(one.input, !one.closed, one.line)}
              >
                {contact}
              </button>
              <select
                aria-label={`${name} ${t('fire.wiring')}`}
                value={one.line}
                onChange={({ target }) => engine.setInput(one.input, one.closed, target.value as LineState)}
              >
                {lineStates.map((line) => (
                  <option key={line} value={line}>
                    {t(`fire.line.${line}`)}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
      <h2>{t('fire.outputs')}</h2>
      <ul className="rows">
        {alarm.outputs.map((one) => (
          <li key={one.output} data-output={one.output}>
            <span>{one.name || t('fire.outputN', { output: one.output })}</span>
            <span className="quiet">{t(one.on ? 'fire.on' : 'fire.off')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
