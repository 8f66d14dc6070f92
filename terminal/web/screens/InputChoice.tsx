import { useTranslation } from 'react-i18next';
import type { Engine, View } from '../engine.ts';

/** Selection of the sound input, if there are several. */
export function InputChoice({ engine, view: { inputs, input } }: { engine: Engine; view: View }) {
  const { t } = useTranslation();
  if (inputs.length < 2) return null;
  const chosen = inputs.some(({ id }) => id === input) ? input : (inputs[0]?.id ?? '');
  return (
    <section>
      <label className="field">
        {t('terminalPage.input')}
        <select value={chosen} onChange={({ target }) => engine.chooseInput(target.value)}>
          {inputs.map(({ id, label }, i) => (
            <option key={id} value={id}>
              {label || t('terminalPage.inputN', { n: i + 1 })}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
