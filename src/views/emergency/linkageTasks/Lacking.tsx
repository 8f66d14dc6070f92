import { useTranslation } from 'react-i18next';
import type { PresetTextLive } from '../../../../contract/entities/sound/presetText.ts';
import type { LinkageLack, LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { useObservable } from '../../app/useObservable.ts';
import { fieldErrorText } from '../../kit/form/errors.ts';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';

const noTexts: PresetTextLive[] = [];

/** Messages of a task that are not ready, each with its reason, and the consequence for an alarm. */
export function Lacking(props: { task: LinkageTaskLive; fileName: (id: number) => string | undefined }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const language = useLanguage();
  const texts = useObservable(streams.presetText.rows$, noTexts);
  const { lacking } = props.task;
  function nameOf({ what, id }: LinkageLack): string {
    if (what === 'tone') return t('linkage.tone');
    if (what === 'text' || id === null) return t('task.text');
    const name = what === 'file' ? props.fileName(id) : texts.find((one) => one.id === id)?.name;
    return `${t(what === 'file' ? 'file.files' : 'task.presetText')}: ${name ?? `#${id}`}`;
  }
  return (
    <div data-testid="linkage-lacking">
      {lacking.length > 0 && (
        <ul>
          {lacking.map((lack) => (
            <li key={`${lack.what}${lack.id}`}>
              <FaultGlyph /> <b>{nameOf(lack)}</b> {fieldErrorText(lack.reason, language)}
            </li>
          ))}
        </ul>
      )}
      <p className={s.caption}>{t(lacking.length > 0 ? 'linkage.standIn' : 'linkage.notMadeYet')}</p>
    </div>
  );
}
