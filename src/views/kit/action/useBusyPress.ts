import { useId, useState } from 'react';
import { ApiError } from '../../../api/error.ts';
import { noticeOf } from '../../../machines/sessionTypes.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { useAnswered } from '../rows/useAnswered.ts';

/** An operation of a button or of an entry of a menu. */
export interface BusyPress {
  /**
   * Runs the operation; the button stays busy and keeps its width until the promise settles. A refused call
   * may reject: the session machine has shown the error already, or that of a `quiet` call is shown here.
   */
  onPress: () => Promise<unknown> | undefined;
  /** Reason why it is disabled: the button stays focusable and shows it. */
  reason?: string | undefined;
  /** Name of the operation for the debounce of 1000 ms; by default the button itself. */
  operation?: string;
  /**
   * For actions that must always work (stop, cancel, alarm actions): neither debounce nor stale data disable
   * it, and it can be pressed again when the response is slow.
   */
  always?: boolean;
  /** Opens a dialog that has the operation: pressing again at once is no second operation. */
  opens?: boolean;
  /** Reads or exports only: stale data do not disable it. */
  reads?: boolean;
}

/** State of an operation: the reason why it is disabled, whether it runs, and its press, which runs it once. */
export function useBusyPress({ onPress, reason, operation, ...how }: BusyPress) {
  const { always = false, reads = false, opens = false } = how;
  const app = useApp();
  const id = useId();
  const stale = useStaleReason();
  const answered = useAnswered();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy || (!always && !opens && !app.mayOperate(operation ?? id))) return;
    setBusy(true);
    try {
      await (always ? answered(onPress()) : onPress());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isUnshown && !error.aborted) app.notify(noticeOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, held: reason ?? (always || reads ? undefined : stale), press };
}
