import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatusOf } from '../../../contract/protocol/terminalStatus.ts';
import type { Engine } from '../engine.ts';
import { Icon } from './icons.tsx';

/** TTS terminal: current text, queue, voices, and a test text. */
export function Speaking({ engine, speech }: { engine: Engine; speech: StatusOf<'xtts'> }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    engine.speak(text.trim());
    setText('');
  };
  const figures = [
    [t('xtts.queue'), speech.queue],
    [t('xtts.spoken'), speech.spoken],
    [t('xtts.failed'), speech.failed],
    [t('xtts.voices'), speech.voices.length],
  ] as const;
  return (
    <section>
      <p className="state" role="status">
        <Icon name={speech.speaking === null ? 'idle' : 'play'} />
        {speech.speaking === null ? t('xtts.idle') : `${t('xtts.speaks')} ${speech.speaking}`}
      </p>
      <dl className="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <form onSubmit={submit}>
        <label className="field">
          {t('terminalPage.trySpeech')}
          <input value={text} maxLength={500} onChange={({ target }) => setText(target.value)} />
        </label>
        <button type="submit" className="button" disabled={text.trim() === ''}>
          {t('terminalPage.speak')}
        </button>
      </form>
    </section>
  );
}
