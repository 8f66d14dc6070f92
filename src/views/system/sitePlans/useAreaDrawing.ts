import { type KeyboardEvent, useState } from 'react';
import { type PlanArea, sitePlanLimits } from '../../../../contract/entities/site/sitePlan.ts';
import type { Place } from '../../shared/sitePlan/PlanSurface.tsx';
import { stepOf } from './editing.ts';

/** Area that is being drawn: the zone, the corners so far, and the cursor of the keyboard. */
interface Drawing {
  zone: number;
  points: PlanArea['points'];
  cursor: Place;
}

const inside = (value: number) => Math.min(1, Math.max(0, value));

/** Draws a zone as an area: a press or the space bar sets a corner, Enter ends it, Escape gives it up. */
export function useAreaDrawing(onDone: (area: PlanArea) => void) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const add = ({ x, y }: Place) =>
    setDrawing((now) =>
      now === null || now.points.length >= sitePlanLimits.points
        ? now
        : { ...now, points: [...now.points, [x, y]], cursor: { x, y } },
    );
  const finish = () => {
    if (drawing !== null && drawing.points.length >= 3)
      onDone({ zone: drawing.zone, points: drawing.points });
    setDrawing(null);
  };
  return {
    drawing,
    /** The corners and the cursor, as a line. */
    line:
      drawing === null
        ? undefined
        : [...drawing.points, [drawing.cursor.x, drawing.cursor.y] as [number, number]],
    begin: (zone: number) => setDrawing({ zone, points: [], cursor: { x: 0.5, y: 0.5 } }),
    add,
    finish,
    cancel: () => setDrawing(null),
    /** Handles a key on the plan; true: used. */
    key(event: KeyboardEvent): boolean {
      if (drawing === null) return false;
      const step = stepOf(event);
      if (event.key === 'Enter') finish();
      else if (event.key === 'Escape') setDrawing(null);
      else if (event.key === ' ') add(drawing.cursor);
      else if (event.key === 'Backspace') setDrawing({ ...drawing, points: drawing.points.slice(0, -1) });
      else if (step !== null) {
        const cursor = { x: inside(drawing.cursor.x + step[0]), y: inside(drawing.cursor.y + step[1]) };
        setDrawing({ ...drawing, cursor });
      } else return false;
      return true;
    },
  };
}
