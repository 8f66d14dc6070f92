import { useEffect, useMemo } from 'react';
import { useApp } from '../../app/AppContext.tsx';
import { Calls } from '../dialogues/Calls.tsx';
import { useCallActions } from '../dialogues/useCallActions.tsx';
import { KindScreen } from '../kinds/KindScreen.tsx';
import { CasterNow } from './CasterNow.tsx';
import { CasterTabs } from './CasterTabs.tsx';
import { casterStatusColumns } from './statusColumns.ts';

const lively = ['to', 'length'] as const;

/** menu_caster_status: connected call stations, speakers, their targets and start times. Live. */
export function Component() {
  const { streams } = useApp();
  const calls = useCallActions();
  // Pages are read while cells are painted, so they have to be loaded.
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
