import { useTranslation } from 'react-i18next';
import { fileEntity } from '../../../../../contract/entities/sound/file.ts';
import { EntityChoice } from '../../../kit/form/EntityChoice.tsx';
import { type BellSound, noSound } from './draftBells.ts';

/** Chooses the sound of a bell: a file by its name, or the typed text itself, which is spoken. */
export function SoundChoice(props: {
  sound: BellSound;
  label: string;
  onChange: (sound: BellSound) => void;
  onBlur?: () => void;
  isOpened?: boolean;
}) {
  const { t } = useTranslation();
  const { sound, onChange } = props;
  return (
    <EntityChoice
      path={fileEntity.path}
      size="small"
      value={sound.file}
      text={sound.text}
      aria-label={props.label}
      placeholder={t('timetable.soundPlaceholder')}
      isOpened={props.isOpened === true}
      onChange={(file, fileName) => onChange(file === null ? noSound : { file, fileName, text: '' })}
      typedOption={{
        label: (text) => t('timetable.speak', { text }),
        onPick: (text) => onChange({ file: null, fileName: '', text }),
      }}
      {...(props.onBlur === undefined ? {} : { onBlur: props.onBlur })}
    />
  );
}
