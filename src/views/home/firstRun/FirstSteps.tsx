import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { FirstSteps as Steps } from '../../../../contract/entities/site/firstSteps.ts';
import type { FirstStep } from '../../../../contract/fieldCodes.ts';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { Section } from '../Section.tsx';
import { PhoneTerminal } from './PhoneTerminal.tsx';
import { SampleSite } from './SampleSite.tsx';
import { useFirstSteps } from './useFirstSteps.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 420px)',
    columnGap: '32px',
    rowGap: '16px',
    paddingTop: '12px',
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  step: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(120px, max-content) minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '28px',
    // On a phone the reason stands whole below its step.
    '@media (max-width: 640px)': {
      gridTemplateColumns: '16px minmax(0, 1fr)',
      padding: '6px 0',
      '& > :last-child': { gridColumn: 2, whiteSpace: 'normal' },
    },
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  mark: { display: 'inline-flex' },
  name: { minWidth: '168px' },
  done: { color: tokens.colorNeutralForeground3 },
  reason: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** Place of each step: its screen, and what is open there. */
const places: Record<FirstStep, { screen: string; search?: Record<string, string> }> = {
  adopt: { screen: 'menu_scan_device' },
  name: { screen: 'menu_device_management' },
  zones: { screen: 'menu_client_management' },
  upload: { screen: 'menu_file_management' },
  sound: { screen: 'menu_task_status', search: { new: '1' } },
  backup: { screen: 'system', search: { tab: 'backups' } },
  certificate: { screen: 'system' },
};

/** First steps of a new site, for administrators of the whole site, until all are done or the list is hidden. */
export function FirstSteps() {
  const { data, hide } = useFirstSteps();
  return (
    <>
      {data !== null && <StepList data={data} onHide={hide} />}
      <SampleSite offers={data !== null} />
    </>
  );
}

/** The steps with their state as the server reads it from the site, each leading to its place. */
export function StepList({ data, onHide }: { data: Steps; onHide: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { steps, hosts } = data;
  const done = steps.filter((step) => step.done).length;
  const text =
    done === steps.length ? t('firstSteps.allDone') : t('firstSteps.doneOf', { done, steps: steps.length });
  return (
    <Section
      title={t('firstSteps.title')}
      keys={<span role="status">{text}</span>}
      end={
        <Button size="small" appearance="subtle" onClick={onHide}>
          {t('firstSteps.hide')}
        </Button>
      }
    >
      <div className={s.columns}>
        <ol className={s.list} data-testid="first-steps">
          {steps.map(({ key, done: isDone }) => (
            <li key={key} className={s.step} data-step={key} data-done={isDone}>
              <span
                className={s.mark}
                role="img"
                aria-label={t(isDone ? 'firstSteps.done' : 'firstSteps.open')}
              >
                <Glyph name={isDone ? 'checkmark' : 'circle'} />
              </span>
              <span className={mergeClasses(s.name, isDone && s.done)}>
                <ScreenLink {...places[key]}>{t(`firstSteps.step.${key}`)}</ScreenLink>
              </span>
              <span className={s.reason} title={t(`firstSteps.why.${key}`)}>
                {t(`firstSteps.why.${key}`)}
              </span>
            </li>
          ))}
        </ol>
        <PhoneTerminal hosts={hosts} />
      </div>
    </Section>
  );
}
