import { useTranslation } from 'react-i18next';
import { toLanguage } from '../../../../contract/language.ts';
import { fieldErrorText } from '../../kit/form/errors.ts';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { usePanelStyles } from './panelStyles.ts';

/** Error of a list in a form, on a line reserved for it: text and error circle, never a red area. */
export function ListError(props: { message: string | undefined }) {
  const s = usePanelStyles();
  const { i18n } = useTranslation();
  const text = fieldErrorText(props.message, toLanguage(i18n.language));
  return (
    <div className={s.error} role="alert">
      {text !== undefined && <Glyph name="errorCircle" size={14} />}
      {text}
    </div>
  );
}
