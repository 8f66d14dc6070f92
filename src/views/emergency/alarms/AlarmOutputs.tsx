import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { map, throttleTime } from 'rxjs';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { type IoLive, ioId } from '../../../../contract/entities/terminals/io.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { ioState, lineText } from '../../shared/io/ioView.ts';
import { tokens } from '../../theme/tokens.ts';
import { useAlarmStyles } from './alarmStyles.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 24px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  output: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  failed: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
});

/** Update interval, ms: people read the list, so twice a second is enough. */
const everyMs = 500;
const unknown: IoLive[] = [];

/** Outputs of a plan and of the GPIO tasks that run with it, by name, with their actual state. */
export function AlarmOutputs({ plan }: { plan: AlarmPlanLive }) {
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const { fire_control_device: device, output_nums, gpio_set_task_ids } = plan;
  const lines$ = useMemo(() => {
    const own = new Set(output_nums.map((number) => ioId(device ?? 0, 'output', number)));
    const runs = new Set(gpio_set_task_ids);
    const isOurs = ({ id, owners }: IoLive) =>
      own.has(id) || owners.some((owner) => owner.kind === 'gpio_task' && runs.has(owner.id));
    return streams.io.rows$.pipe(
      throttleTime(everyMs, undefined, { leading: true, trailing: true }),
      map((rows) => rows.filter(isOurs).toSorted((x, y) => x.id - y.id)),
    );
  }, [streams, device, output_nums, gpio_set_task_ids]);
  const lines = useObservable(lines$, unknown);
  if (lines.length === 0) return null;
  return (
    <div className={s.root} data-testid="alarm-outputs">
      <span className={a.note}>{t('alarm.outputsOf')}</span>
      {lines.map((row) => {
        const state = ioState(row);
        const words = `${lineText(row, t)} ${t(`status.${state}`)}`;
        if (state === 'output_failed' || state === 'io_offline')
          return (
            <span key={row.id} className={`${s.output} ${s.failed}`}>
              <FaultGlyph /> {words}
            </span>
          );
        return (
          <span key={row.id} className={s.output}>
            <Glyph name={state === 'output_on' ? 'checkmark' : 'circle'} size={14} /> {words}
          </span>
        );
      })}
    </div>
  );
}
