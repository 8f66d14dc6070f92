import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../../contract/entities/tasks/plan.ts';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { statuses } from '../../kit/status/status.ts';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { useTreeStyles } from '../../kit/tree/treeStyles.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  /** Rows are not virtualized: there are hundreds of plans at most. */
  row: { position: 'relative', paddingLeft: '28px' },
  top: { paddingLeft: '12px' },
  glyph: { display: 'flex', flexShrink: 0, color: tokens.colorNeutralForeground3 },
  strong: { color: tokens.colorNeutralForeground1 },
  search: { flexGrow: 1, '& > *': { width: '100%' } },
});

/** Chooses the plan whose tasks are shown: `''` all, `0` those of no plan, else the id of a plan. */
export function PlanTree(props: {
  plans: readonly Plan[] | undefined;
  selected: string;
  onSelect: (plan: string) => void;
}) {
  const s = useStyles();
  const tree = useTreeStyles();
  const { t } = useTranslation();
  const { plans, selected, onSelect } = props;
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const [q, setQ] = useState('');
  const rows = useMemo(() => {
    const word = q.trim().toLocaleLowerCase();
    const found = (plans ?? []).filter((plan) => plan.name.toLocaleLowerCase().includes(word));
    return [
      { key: '', name: t('schedule.allTasks'), plan: undefined },
      { key: '0', name: t('schedule.noPlanTasks'), plan: undefined },
      ...found.map((plan) => ({ key: String(plan.id), name: plan.name, plan })),
    ];
  }, [plans, q, t]);
  const [moved, setMoved] = useState<string>();
  const place = (key: string | undefined) => rows.findIndex((row) => row.key === key);
  const at = Math.max(0, place(moved) >= 0 ? place(moved) : place(selected));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is seen from its first plan
  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at, q]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const go = (index: number) => setMoved(rows[Math.max(0, Math.min(index, rows.length - 1))]?.key);
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') onSelect(rows[at]?.key ?? '');
    else return;
    event.preventDefault();
  };
  return (
    <div className={tree.root}>
      <div className={tree.bar}>
        <span className={s.search}>
          <SearchField
            value={q}
            placeholder={t('schedule.filterPlans')}
            onChange={(text) => setQ(text ?? '')}
          />
        </span>
      </div>
      <div className={tree.head}>
        <span className={tree.headName}>{t('schedule.plan')}</span>
        <ScreenLink screen="menu_plan" without="nothing">
          {t('schedule.editPlans')}
        </ScreenLink>
      </div>
      <div
        ref={list}
        className={tree.scroller}
        role="listbox"
        aria-label={t('schedule.plan')}
        tabIndex={0}
        onKeyDown={onKeyDown}
        aria-activedescendant={`${prefix}${rows[at]?.key}`}
        data-testid="plan-tree"
      >
        {rows.map((row, index) => {
          const look = row.plan === undefined ? undefined : statuses[row.plan.validity];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the list's, which owns its options
            <div
              key={row.key}
              id={`${prefix}${row.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={row.key === selected}
              data-index={index}
              {...(index === at ? { 'data-active': '' } : {})}
              className={mergeClasses(
                tree.row,
                s.row,
                row.plan === undefined && s.top,
                row.key === selected && tree.selected,
              )}
              onClick={() => {
                setMoved(row.key);
                onSelect(row.key);
              }}
            >
              {look !== undefined && row.plan !== undefined && (
                <span
                  className={mergeClasses(s.glyph, look.tone === 'strong' && s.strong)}
                  title={t(`codes.taskValidity.${row.plan.validity}`)}
                >
                  <Glyph name={look.glyph} size={14} />
                </span>
              )}
              <span className={tree.name} title={row.name}>
                {row.name}
              </span>
              {row.plan !== undefined && <span className={tree.count}>{row.plan.tasks.length}</span>}
            </div>
          );
        })}
      </div>
    </div>
  );
}
