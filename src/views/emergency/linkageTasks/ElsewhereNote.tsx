import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { Language } from '../../../../contract/language.ts';
import { useLanguage } from '../../app/useLanguage.ts';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: '0 0 12px',
    color: tokens.colorNeutralForeground2,
  },
});

/**
 * Reason why the user cannot change the sound of a task, as the server would refuse it; undefined: allowed.
 */
export function elsewhereReason(
  task: Pick<LinkageTaskLive, 'name' | 'plans_elsewhere'>,
  language: Language,
): string | undefined {
  const count = task.plans_elsewhere;
  return count > 0 ? messageText('alarm.planElsewhere', language, { name: task.name, count }) : undefined;
}

/** Note in the form that plans outside the user's zones forbid changing the sound. */
export function ElsewhereNote({ task }: { task: LinkageTaskLive }) {
  const s = useStyles();
  const { t } = useTranslation();
  const reason = elsewhereReason(task, useLanguage());
  if (reason === undefined) return null;
  return (
    <p className={s.root} data-testid="linkage-elsewhere">
      <Glyph name="prohibited" size={16} />
      <span>
        {reason}
        <br />
        {t('linkage.elsewhereRest')}
      </span>
    </p>
  );
}
