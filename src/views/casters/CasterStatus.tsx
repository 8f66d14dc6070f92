import { useEffect, useMemo } from 'react';
import { useApp } from '../app/AppContext.tsx';
import { Calls } from '../dialogues/Calls.tsx';
import { useCallActions } from '../dialogues/useCallActions.tsx';
import { KindScreen } from '../terminals/kinds/KindScreen.tsx';
import { CasterNow } from './CasterNow.tsx';
import { CasterTabs } from './CasterTabs.tsx';
import { casterStatusColumns } from './statusColumns.ts';

const lively = ['to', 'length'] as const;

/** menu_caster_status: which call stations are connected, who speaks, to whom, since when. Live. */
export function Component() {
  const { streams } = useApp();
  const calls = useCallActions();
  // Pages are read where a cell is painted: they have to be there.
  useEffect(() => {
    const held = streams.task.changes$.subscribe();
    return () => held.unsubscribe();
  }, [streams]);
  const columns = useMemo(() => casterStatusColumns(streams), [streams]);
  return (
    <>
      <KindScreen
        kind="caster"
        name="caster-status"
        columns={columns}
        lively={lively}
        Now={CasterNow}
        head={
          <>
            <CasterTabs shown="status" />
            <Calls />
          </>
        }
        actions={calls.actions}
      />
      {calls.dialog}
    </>
  );
}
