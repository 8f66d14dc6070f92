import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TaskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { statuses } from '../../kit/status/status.ts';
import { tokens, vh } from '../../theme/tokens.ts';
import { unreachableKey, unreachableSentences } from './airSentences.ts';
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
export function UnreachableList(props: {
  run: Pick<TaskDryRun, 'unreachable' | 'unreachable_count' | 'unreachable_behind'>;
  still: StillList;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [{ terminals, behindRelay } = { terminals: 0, behindRelay: 0 }] = unreachableSentences(props.run);
  const [unheard, behind] = [t('task.cannotReach', { terminals }), t('home.behindRelay', { n: behindRelay })];
  const words = [...(terminals > 0 ? [unheard] : []), ...(behindRelay > 0 ? [behind] : [])];
  const { isOpen, onOpen, press } = props.still;
  return (
    <span className={s.root}>
      {terminals > 0 && (
        <>
          <FaultGlyph />
          <span className={s.fault}>{unheard}</span>
        </>
      )}
      {behindRelay > 0 && (
        <>
          <Glyph name={statuses.behind_relay.glyph} size={14} />
          <span>{behind}</span>
        </>
      )}
      <Popover withArrow trapFocus open={isOpen} onOpenChange={(_, data) => onOpen(data.open)}>
        <PopoverTrigger disableButtonEnhancement>
          <Button size="small" appearance="subtle" {...press}>
            {t('task.which')}
          </Button>
        </PopoverTrigger>
        <PopoverSurface>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <ul className={s.list} aria-label={words.join(t('kit.listComma'))} tabIndex={0}>
            {props.run.unreachable.map((one) => (
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
