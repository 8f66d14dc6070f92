import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawPlan } from '../../../server/site/plans/draw/drawPlan.ts';
import { svgDrawing } from '../../support/drawings.ts';

test('references that multiply end at the limits of the process, and the next plan is drawn', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'tocsin-plan-')), 'job');
  mkdirSync(folder);
  try {
    const [from, to] = [join(folder, 'upload'), join(folder, 'picture')];
    const draw = (file: string) => {
      writeFileSync(from, file);
      return drawPlan({ from, to, pixels: 4_096, page: 1 }, folder);
    };
    const levels = Array.from(
      { length: 12 },
      (_, i) => `<g id="l${i + 1}">${`<use href="#l${i}"/>`.repeat(12)}</g>`,
    );
    const defs = `<defs><rect id="l0" width="9" height="9"/>${levels.join('')}</defs>`;
    await expect(draw(svgDrawing(`${defs}<use href="#l12"/>`))).rejects.toMatchObject({ code: 400 });
    expect(await draw(svgDrawing())).toEqual({ width: 4_096, height: 2_048 });
  } finally {
    rmSync(join(folder, '..'), { recursive: true });
  }
}, 180_000);
