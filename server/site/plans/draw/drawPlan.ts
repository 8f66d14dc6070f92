import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { type ChildLimits, runChild } from '../../../platform/workers/child.ts';
import { createTurns } from '../../../platform/workers/turns.ts';
import { type DrawJob, drawRefusals } from './drawing.types.ts';

export const PLAN_DRAWER = fileURLToPath(new URL('./planDrawer.ts', import.meta.url));
/** A sheet of 140 million pixels takes some seconds; a malicious file ends only its own process. */
const LIMITS: ChildLimits = {
  memoryMb: 1_500,
  cpuSeconds: 20,
  fileMb: 32,
  wallMs: 120_000,
  stallMs: 120_000,
  nice: 10,
};

const line = z.union([
  z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  z.object({ refused: z.enum(drawRefusals) }),
]);

/** One drawing at a time: each may use much memory. */
const inTurn = createTurns();

/**
 * Draws an uploaded plan in a confined child process.
 * @param folder folder of both files of the job
 * @returns size of the picture, px
 * @throws AppError 400 with the reason why it is not drawn
 */
export function drawPlan(job: DrawJob, folder: string): Promise<{ width: number; height: number }> {
  return inTurn(async () => {
    let answer: z.output<typeof line> | undefined;
    await runChild({
      program: PLAN_DRAWER,
      argument: JSON.stringify(job),
      given: { file: job.from, folder },
      limits: LIMITS,
      onLine(text) {
        answer = line.safeParse(JSON.parse(text)).data;
      },
    });
    // Killed at a limit of memory or time, by itself or by the server.
    if (answer === undefined) throw new AppError(errorCode.badRequest, 'sitePlan.tooComplex');
    if ('refused' in answer) throw new AppError(errorCode.badRequest, answer.refused);
    return answer;
  });
}
