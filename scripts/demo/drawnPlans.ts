import type { Page } from '../../contract/api/envelope.ts';
import type { PlanArea, PlanMark } from '../../contract/entities/site/sitePlan.ts';
import type { Device } from '../../contract/entities/terminals/device.ts';
import { ioId } from '../../contract/entities/terminals/io.ts';
import type { Call } from './api.ts';

/** A rectangle on a drawing of 1200 × 800. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
const WIDTH = 1200;
const HEIGHT = 800;

/** Buildings and grounds of the first school, by the name of their zone. */
const grounds: Record<string, Box> = {
  教学楼A: { x: 90, y: 80, width: 560, height: 190 },
  教学楼B: { x: 90, y: 360, width: 430, height: 160 },
  食堂: { x: 90, y: 600, width: 300, height: 130 },
  操场: { x: 700, y: 250, width: 420, height: 470 },
};

const rectangle = ({ x, y, width, height }: Box, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${more}/>`;
const drawing = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/><g fill="none" stroke="#222" stroke-width="3">${inner}</g></svg>`;

/** Site drawing: buildings with their rooms, the track, paths and the fence. */
function campus(): string {
  const rooms = Object.entries(grounds)
    .filter(([name]) => name !== '操场')
    .map(([, box]) => {
      const count = Math.round(box.width / 110);
      const walls = Array.from({ length: count - 1 }, (_, i) => {
        const x = box.x + (box.width / count) * (i + 1);
        return `<path d="M${x} ${box.y}V${box.y + box.height * 0.6}"/>`;
      });
      const corridor = box.y + box.height * 0.6;
      return `${rectangle(box)}<path d="M${box.x} ${corridor}H${box.x + box.width}"/>${walls.join('')}`;
    });
  const { x, y, width, height } = grounds.操场 as Box;
  const track = [0, 24, 48].map((by) =>
    rectangle(
      { x: x + 20 + by, y: y + 20 + by, width: width - 40 - 2 * by, height: height - 40 - 2 * by },
      `rx="${170 - by}" stroke-width="1.5"`,
    ),
  );
  const paths = '<path stroke-width="1.5" d="M660 60V740M40 310H660M40 560H660"/>';
  const fence = rectangle({ x: 40, y: 40, width: 1120, height: 720 }, 'stroke-dasharray="14 8"');
  return drawing([fence, paths, ...rooms, ...track].join(''));
}

/** Floor of a building: class rooms on both sides of a corridor, stairs at its ends. */
function floor(): string {
  const walls = Array.from({ length: 4 }, (_, i) => {
    const x = 250 + i * 175;
    return `<path d="M${x} 120V330M${x} 470V680"/>`;
  });
  const doors = Array.from({ length: 5 }, (_, i) => {
    const x = 100 + i * 190;
    return `<path stroke-width="1.5" d="M${x} 330a40 40 0 0 1 40 40M${x} 470a40 40 0 0 0 40 -40"/>`;
  });
  const stairs = [60, 1060].map((x) =>
    Array.from({ length: 6 }, (_, i) => `<path stroke-width="1.5" d="M${x} ${350 + i * 20}h80"/>`).join(''),
  );
  return drawing(
    [
      rectangle({ x: 60, y: 120, width: 1080, height: 560 }),
      '<path d="M60 330H1140M60 470H1140"/>',
      ...walls,
      ...doors,
      ...stairs,
    ].join(''),
  );
}

/** Places spread over a box in two rows, as shares of the drawing. */
function spread(count: number, { x, y, width, height }: Box): { x: number; y: number }[] {
  const columns = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, i) => ({
    x: (x + (width / columns) * ((i % columns) + 0.5)) / WIDTH,
    y: (y + height * (i < columns ? 0.28 : 0.8)) / HEIGHT,
  }));
}

const areaOf = (zone: number, { x, y, width, height }: Box): PlanArea => ({
  zone,
  points: (
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ] as const
  ).map(([px, py]) => [px / WIDTH, py / HEIGHT]),
});

/** Draws the first school with its terminals and lines, and two floors of its first building. */
export async function writeSitePlans(call: Call, zones: ReadonlyMap<string, number>): Promise<void> {
  const school = zones.get('S01') ?? 0;
  const { rows: partitions } = await call<Page<{ id: number; name: string; parent_id: number | null }>>(
    'GET',
    '/v1/partition?limit=100',
  );
  const { rows: devices } = await call<Page<Device>>('GET', '/v1/device?limit=1000');
  const { rows: panels } = await call<Page<{ id: number }>>('GET', '/v1/fire_control_device');
  const zoneOf = (name: string) =>
    partitions.find((one) => one.parent_id === school && one.name === name)?.id ?? 0;
  const marksIn = (zone: number, box: Box, from = 0, to?: number): PlanMark[] => {
    const here = devices
      .filter(({ org }) => org === zone)
      .sort((a, b) => a.name.localeCompare(b.name))
      .slice(from, to);
    const places = spread(here.length, box);
    return here.flatMap(({ id }, i) => {
      const place = places[i];
      return place === undefined ? [] : { kind: 'terminal' as const, id, ...place };
    });
  };
  const plan = async (body: object, picture: string) => {
    const { id } = await call<{ id: number }>('POST', '/v1/site_plan', body);
    const form = new FormData();
    form.append('file', new Blob([picture]), 'plan.svg');
    await call('POST', `/v1/site_plan/${id}/picture`, form);
  };

  const panel = panels[0]?.id;
  const lines: PlanMark[] =
    panel === undefined
      ? []
      : [1, 2, 3, 4].map((n) => ({
          kind: 'line',
          id: ioId(panel, 'input', n),
          x: (130 + n * 110) / WIDTH,
          y: 105 / HEIGHT,
        }));
  const boxes = Object.entries(grounds);
  await plan(
    {
      name: '总平面图',
      org: school,
      marks: [...boxes.flatMap(([name, box]) => marksIn(zoneOf(name), box)), ...lines],
      areas: boxes.map(([name, box]) => areaOf(zoneOf(name), box)),
    },
    campus(),
  );
  const building = zoneOf('教学楼A');
  const inside = { x: 100, y: 150, width: 1000, height: 500 };
  for (const [i, name] of ['1F', '2F'].entries())
    await plan(
      { name, org: building, floor: i, marks: marksIn(building, inside, i * 4, i * 4 + 4) },
      floor(),
    );
}
