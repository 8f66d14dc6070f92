import type { z } from 'zod';
import { terminalRole } from '../codes.ts';
import { defineKind } from './terminal.ts';

/** TTS terminals (spec 3, "XTTS"): they turn text into speech. */
export const xttsKind = defineKind('xtts', terminalRole.tts, {}, {});
export const xttsEntity = xttsKind.entity;
export type Xtts = z.output<typeof xttsEntity.row>;
