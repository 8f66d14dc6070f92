import { Button } from '@fluentui/react-components';
import { StopRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { combineLatest, map, throttleTime } from 'rxjs';
import type { SearchHit } from '../../../../contract/api/search.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { subtree } from '../../kit/tree/zones.ts';
import { usePlaybacks } from '../../shared/playback/usePlaybacks.ts';
import { useStopAll } from '../../shared/startTask/useStopAll.ts';
import { type StopNumbers, stopNumbers } from './stopNumbers.ts';

/** Update interval of the numbers, ms. */
const everyMs = 500;
const unknown: StopNumbers | null = null;

/** Question before all broadcasts of a zone are stopped, with their numbers. `zone` null: all zones of the account. */
export function StopQuestion(props: { zone: SearchHit | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const messages = useMessages();
  const stopAll = useStopAll(usePlaybacks());
  const { zone, onClose } = props;
  const id = zone?.id;
  const numbers$ = useMemo(
    () =>
      combineLatest([streams.onAir$, streams.device.rows$, streams.partition.rows$]).pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
        map(([tasks, devices, zones]) =>
          stopNumbers(tasks, devices, id === undefined ? null : subtree(zones, id)),
        ),
      ),
    [streams, id],
  );
  const numbers = useObservable<StopNumbers | null>(numbers$, unknown);
  const stop = async () => {
    const { results } = await stopAll(undefined, id);
    const failed = results.filter(({ ok }) => !ok);
    for (const one of failed) messages.add('error', one.message);
    const n = results.length - failed.length;
    if (n > 0) messages.add('done', t('palette.stopped', { n }));
    onClose();
  };
  const name = zone?.name ?? '';
  const counted =
    numbers?.broadcasts === 0 ? t('palette.stopNothing') : t('palette.stopNumbers', { ...numbers });
  const text = numbers === null ? t('palette.stopCounting') : counted;
  return (
    <DialogFrame
      question
      title={zone === null ? t('palette.stopAllQuestion') : t('palette.stopQuestion', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton always appearance="primary" icon={<StopRegular />} onPress={stop}>
            {zone === null ? t('palette.stopAll') : t('palette.stopHere')}
          </BusyButton>
        </>
      }
    >
      {zone !== null && <p>{[zone.code, zone.place].filter(Boolean).join(' · ')}</p>}
      <p data-testid="stop-numbers">{text}</p>
      {numbers !== null && numbers.alarms > 0 && <p>{t('palette.stopAlarms', { n: numbers.alarms })}</p>}
    </DialogFrame>
  );
}
