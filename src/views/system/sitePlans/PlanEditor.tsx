import { Button, Tab, TabList } from '@fluentui/react-components';
import { ArrowRedoRegular, ArrowUndoRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SitePlan, sitePlanEntity } from '../../../../contract/entities/site/sitePlan.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { subtree } from '../../kit/tree/zones.ts';
import { MarkList } from '../../shared/sitePlan/MarkList.tsx';
import { PlanAreas } from '../../shared/sitePlan/PlanAreas.tsx';
import { PlanMarks } from '../../shared/sitePlan/PlanMarks.tsx';
import { type Place, PlanSurface, ratioOf } from '../../shared/sitePlan/PlanSurface.tsx';
import { usePlanAreas } from '../../shared/sitePlan/usePlanAreas.ts';
import { usePlanMarks } from '../../shared/sitePlan/usePlanMarks.ts';
import { AreaList } from './AreaList.tsx';
import { begin, changed, moved, placed, redone, removed, stepOf, undone } from './editing.ts';
import { useEditorStyles } from './editorStyles.ts';
import { PlacedMarks } from './PlacedMarks.tsx';
import { useAreaDrawing } from './useAreaDrawing.ts';
import { unplaced, useCandidates } from './useCandidates.ts';

const noAlarms: never[] = [];
const noZones: ReadonlySet<number> = new Set();
type Side = 'place' | 'placed' | 'areas';

/** Places terminals, lines and zones on a plan, by dragging, lists and keys; saved as one change. */
export function PlanEditor({ plan, onClose }: { plan: SitePlan; onClose: () => void }) {
  const s = useEditorStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const [editing, setEditing] = useState(() => begin(plan));
  // Changes that somebody else saves meanwhile must not be overwritten.
  const [rev] = useState(plan.rev);
  const [side, setSide] = useState<Side>(plan.marks.length === 0 ? 'place' : 'placed');
  const [chosen, setChosen] = useState<string>();
  const [dragged, setDragged] = useState<{ key: string; at: Place } | null>(null);
  const [word, setWord] = useState('');
  const { now } = editing;
  const change = (next: typeof now) => setEditing((before) => changed(before, next));
  const drawing = useAreaDrawing((area) => change({ ...now, areas: [...now.areas, area] }));
  const states = usePlanMarks(now.marks);
  const areas = usePlanAreas(noAlarms);
  const candidates = useCandidates(plan.org);
  const free = useMemo(() => unplaced(candidates, now.marks, word), [candidates, now.marks, word]);
  const listed = useMemo(() => [...states.values()].sort((a, b) => a.name.localeCompare(b.name)), [states]);
  const zones = useMemo(() => {
    const within = subtree(areas.zones, plan.org);
    return areas.zones.filter(({ id }) => within.has(id));
  }, [areas.zones, plan.org]);
  const shown = [...states.values()].map((one) =>
    one.key === dragged?.key ? { ...one, mark: { ...one.mark, ...dragged.at } } : one,
  );

  const marked = dragged?.key ?? chosen;
  const selected = new Set(marked === undefined ? [] : [marked]);

  const put = (key: string, at: Place) => {
    const mark = candidates.find((one) => one.key === key)?.mark ?? states.get(key)?.mark;
    if (mark === undefined) return;
    change(placed(now, mark, at));
    setChosen(key);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (drawing.key(event)) return true;
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      setEditing(event.shiftKey ? redone : undone);
      return true;
    }
    if (chosen === undefined) return false;
    const step = stepOf(event);
    if (event.key === 'Delete') change(removed(now, chosen));
    else if (event.key === 'Escape') setChosen(undefined);
    else if (step !== null) change(moved(now, chosen, ...step));
    else return false;
    return true;
  };
  const save = async () => {
    const body = { ...now, rev };
    await api.patch(`/v1/${sitePlanEntity.path}/${plan.id}`, body);
    messages.add('done', t('kit.saved', { name: plan.name }));
    onClose();
  };
  return (
    <div className={s.root}>
      <Toolbar
        end={
          <>
            <Button size="small" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <BusyButton size="small" appearance="primary" onPress={save}>
              {t('common.save')}
            </BusyButton>
          </>
        }
      >
        <Button
          size="small"
          icon={<ArrowUndoRegular />}
          disabledFocusable={editing.past.length === 0}
          onClick={() => setEditing(undone)}
        >
          {t('sitePlan.undo')}
        </Button>
        <Button
          size="small"
          icon={<ArrowRedoRegular />}
          disabledFocusable={editing.future.length === 0}
          onClick={() => setEditing(redone)}
        >
          {t('sitePlan.redo')}
        </Button>
      </Toolbar>
      <div className={s.body}>
        <div className={s.plan}>
          <PlanSurface
            plan={plan}
            label={t('sitePlan.plan', { name: plan.name })}
            onPress={({ mark, at }) => {
              if (drawing.drawing !== null) drawing.add(at);
              else {
                setChosen(mark);
                if (mark !== undefined) setSide('placed');
              }
            }}
            onDrag={(key, at, isEnd) => {
              setDragged(isEnd ? null : { key, at });
              if (isEnd) put(key, at);
            }}
            onDropped={put}
            onKey={onKey}
          >
            <PlanAreas
              areas={now.areas}
              marks={now.marks}
              ratio={ratioOf(plan)}
              states={areas.states}
              chosen={noZones}
              labelOf={areas.labelOf}
              drawn={drawing.line}
            />
            <PlanMarks states={shown} selected={selected} />
          </PlanSurface>
        </div>
        <div className={s.side}>
          <TabList
            size="small"
            selectedValue={side}
            onTabSelect={(_, data) => setSide(data.value as Side)}
            aria-label={t('sitePlan.parts')}
          >
            <Tab value="place">{t('sitePlan.place')}</Tab>
            <Tab value="placed">{t('sitePlan.placed')}</Tab>
            <Tab value="areas">{t('sitePlan.areas')}</Tab>
          </TabList>
          {side === 'place' && (
            <>
              <div className={s.part}>
                <SearchField
                  value={word}
                  placeholder={t('common.name')}
                  onChange={(text) => setWord(text ?? '')}
                />
                <span className={s.hint}>{t('sitePlan.placeHint')}</span>
              </div>
              <MarkList
                label={t('sitePlan.place')}
                states={free}
                chosen={chosen}
                onChoose={setChosen}
                onOpen={(key) => put(key, { x: 0.5, y: 0.5 })}
                isDraggable
              />
            </>
          )}
          {side === 'placed' && (
            <PlacedMarks now={now} states={listed} chosen={chosen} onChoose={setChosen} onChange={change} />
          )}
          {side === 'areas' && (
            <AreaList
              areas={now.areas}
              zones={zones}
              corners={drawing.drawing?.points.length}
              onDraw={drawing.begin}
              onFinish={drawing.finish}
              onCancel={drawing.cancel}
              onRemove={(index) => change({ ...now, areas: now.areas.filter((_, i) => i !== index) })}
            />
          )}
        </div>
      </div>
    </div>
  );
}
