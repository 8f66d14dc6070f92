import { CALENDAR_READER } from '../air/schedule/holidays/readHolidays.ts';
import { SHEET_READER } from '../edge/transfer/sheet.ts';
import { PLAN_DRAWER } from '../site/plans/draw/drawPlan.ts';
import { MEDIA_WORKER } from '../sound/files/transcoder.ts';
import { RADIO_WORKER } from '../sound/radio/decoder.ts';
import { ESPEAK } from '../sound/voice/voice.ts';

/** Programs that read untrusted input in confined child processes. */
export const workerPrograms: readonly string[] = [
  MEDIA_WORKER,
  RADIO_WORKER,
  ESPEAK,
  SHEET_READER,
  CALENDAR_READER,
  PLAN_DRAWER,
];
