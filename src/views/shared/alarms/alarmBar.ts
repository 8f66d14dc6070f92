import { makeStyles } from '@fluentui/react-components';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { isSounding } from '../../../streams/alarm.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  /** In an alarm the whole bar is red; its content takes its colours from these variables. */
  alarm: {
    color: tokens.tocsinAlarmOnSolid,
    backgroundColor: tokens.tocsinAlarmSolid,
    borderBottomColor: tokens.tocsinAlarmSolid,
    '--colorNeutralForeground1': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralForeground2': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralForeground3': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralForeground1Hover': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralForeground1Pressed': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralForeground2Hover': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralForeground2BrandHover': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralForeground2BrandPressed': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralForeground2Pressed': 'var(--tocsinAlarmOnSolid)',
    '--colorNeutralStroke1': 'rgb(255 255 255 / 50%)',
    '--colorNeutralStroke2': 'rgb(255 255 255 / 40%)',
    '--colorNeutralStroke1Hover': 'rgb(255 255 255 / 80%)',
    '--colorNeutralBackground1': 'transparent',
    '--colorNeutralBackground1Hover': 'rgb(0 0 0 / 15%)',
    '--colorNeutralBackground1Pressed': 'rgb(0 0 0 / 25%)',
    '--colorTransparentBackgroundHover': 'rgb(0 0 0 / 15%)',
    '--colorTransparentBackgroundPressed': 'rgb(0 0 0 / 25%)',
    '--colorStrokeFocus2': 'var(--tocsinAlarmOnSolid)',
  },
  /** A drill, or an alarm that is being reset: separated by a line, and not red. */
  after: { borderBottom: `2px solid ${tokens.colorNeutralStrokeAccessible}` },
});

/** Class of a bar that holds the alarm strip: the shell's top bar, and that of the wall. */
export function useAlarmBar(alarms: readonly AlarmLive[]): string | undefined {
  const s = useStyles();
  if (alarms.some(isSounding)) return s.alarm;
  return alarms.length > 0 ? s.after : undefined;
}
