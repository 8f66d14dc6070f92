import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';

/** Volume of the terminal; shows the local value while the slider is moved. */
export function Volume({ value, change }: { value: number; change: (volume: number) => void }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState<number | null>(null);
  const shown = held ?? value;
  return (
    <section>
      <label className="volume">
        <Icon name="speaker" />
        <input
          type="range"
          min={0}
          max={100}
          value={shown}
          aria-label={t('terminalPage.volume')}
          onChange={({ target }) => {
            setHeld(target.valueAsNumber);
            change(target.valueAsNumber);
          }}
          onPointerUp={() => setHeld(null)}
          onBlur={() => setHeld(null)}
          onKeyUp={() => setHeld(null)}
        />
        <output aria-hidden="true">{shown}</output>
      </label>
    </section>
  );
}
