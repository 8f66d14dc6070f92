import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TaskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens, vh } from '../../theme/tokens.ts';
import { unreachableKey } from './airSentences.ts';
import type { StillList } from './useStill.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  list: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    maxHeight: vh(50),
    minWidth: '320px',
    overflowY: 'auto',
    '& > li': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '24px',
      padding: '6px 0',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& > li > span + span': { color: tokens.colorNeutralForeground3 },
  },
});

/**
 * Unreachable terminals of a dry run with reasons; the names are behind a button. `still`: from `useStill`,
 * which freezes the list while it is open.
 */
export function UnreachableList(props: { count: number; list: TaskDryRun['unreachable']; still: StillList }) {
  const s = useStyles();
  const { t } = useTranslation();
  const words = t('task.cannotReach', { terminals: props.count });
  const { isOpen, onOpen, press } = props.still;
  return (
    <span className={s.root}>
      <FaultGlyph />
      <span className={s.fault}>{words}</span>
      <Popover withArrow trapFocus open={isOpen} onOpenChange={(_, data) => onOpen(data.open)}>
        <PopoverTrigger disableButtonEnhancement>
          <Button size="small" appearance="subtle" {...press}>
            {t('task.which')}
          </Button>
        </PopoverTrigger>
        <PopoverSurface>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <ul className={s.list} aria-label={words} tabIndex={0}>
            {props.list.map((one) => (
              <li key={one.terminal_id}>
                <span>{one.name}</span>
                <span>{t(unreachableKey(one))}</span>
              </li>
            ))}
          </ul>
        </PopoverSurface>
      </Popover>
    </span>
  );
}
