import { Button, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../../../contract/entities/tasks/plan.ts';
import type { Timetable } from '../../../../../contract/entities/tasks/timetable.ts';
import { BusyButton } from '../../../kit/action/BusyButton.tsx';
import { FormError } from '../../../kit/form/FormError.tsx';
import { DialogFrame } from '../../../kit/layout/DialogFrame.tsx';
import { TargetPicker } from '../../../shared/targets/TargetPicker.tsx';
import { tokens, vh } from '../../../theme/tokens.ts';
import { ChangePreview } from './ChangePreview.tsx';
import { QuietFields } from './QuietFields.tsx';
import { TimetableGrid } from './TimetableGrid.tsx';
import { TimetableTools } from './TimetableTools.tsx';
import { usePaste } from './usePaste.ts';
import { useTimetable } from './useTimetable.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(240px, 3fr) minmax(0, 9fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    columnGap: '24px',
    height: `min(${vh(64)}, 860px)`,
    minHeight: '400px',
  },
  right: { display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0 },
  others: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, padding: '4px 0 0' },
  foot: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '40px',
    marginTop: '8px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Editor of a timetable: targets once, the grid of bells, and a preview of what saving changes. */
export function TimetableEditor(props: { plan: Plan; saved: Timetable; title: string; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { saved } = props;
  const edited = useTimetable(props.plan, saved, props.onClose);
  const { bells, faulty, isChecked } = edited;
  const paste = usePaste(edited);
  return (
    <DialogFrame
      title={props.title}
      onClose={props.onClose}
      width={1720}
      stays
      dirty={edited.body !== null}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <BusyButton appearance="primary" operation="timetable.save" onPress={edited.save}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      <div className={s.columns}>
        <TargetPicker
          targets={edited.targets}
          onChange={edited.setTargets}
          error={isChecked && !edited.hasTargets && bells.length > 0 ? 'rules.selectDevice' : undefined}
        />
        <div className={s.right}>
          <TimetableTools sound={edited.sound} onSound={edited.setSound} paste={paste} />
          {(props.plan.exam || saved.quiet !== null) && (
            <QuietFields quiet={edited.quiet} onChange={edited.setQuiet} />
          )}
          <TimetableGrid
            bells={bells}
            dayTypes={props.plan.day_types}
            sound={edited.sound}
            onChange={edited.setBells}
            onPaste={paste.take}
            faulty={isChecked ? faulty : []}
          />
          {saved.others > 0 && (
            <div className={s.others}>{t('timetable.others', { tasks: saved.others })}</div>
          )}
        </div>
      </div>
      <div className={s.foot}>
        <ChangePreview
          state={edited.preview}
          isUnchanged={edited.body === null}
          faulty={faulty.length}
          isPlanOn={props.plan.enabled}
        />
      </div>
      {edited.refused !== undefined && <FormError text={edited.refused} />}
      {edited.question}
    </DialogFrame>
  );
}
