import { describe, expect, test } from 'vitest';
import { type CapMapping, capMapping } from '../../../contract/entities/site/integration.ts';
import {
  CAP_NAMESPACE,
  capLinks,
  capName,
  MAX_CAP_CHARS,
  readCap,
  readXml,
} from '../../../server/edge/integrations/cap.ts';
import { isExpired, plansOf } from '../../../server/edge/integrations/mapping.ts';

const alert = (
  over: Partial<Record<string, string>> = {},
  infos = info(),
) => `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="${CAP_NAMESPACE}">
  <identifier>${over.identifier ?? 'KSTO1055887203'}</identifier>
  <sender>${over.sender ?? 'KSTO@NWS.NOAA.GOV'}</sender>
  <sent>${over.sent ?? '2026-06-17T14:57:00-07:00'}</sent>
  <status>${over.status ?? 'Actual'}</status>
  <msgType>${over.msgType ?? 'Alert'}</msgType>
  <scope>Public</scope>
  ${over.references === undefined ? '' : `<references>${over.references}</references>`}
  ${infos}
</alert>`;
const info = (over: Partial<Record<string, string>> = {}) => `<info>
    <category>Met</category><event>${over.event ?? 'SEVERE THUNDERSTORM'}</event>
    <urgency>Immediate</urgency><severity>${over.severity ?? 'Severe'}</severity><certainty>Observed</certainty>
    ${over.expires === undefined ? '' : `<expires>${over.expires}</expires>`}
    <headline>${over.headline ?? 'Storm &amp; hail'}</headline>
    <area><areaDesc>${over.area ?? 'San Joaquin County'}</areaDesc>
      <geocode><valueName>SAME</valueName><value>006109</value></geocode></area>
  </info>`;
const read = (xml: string) => readCap(readXml(xml));
const key = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as { key?: string }).key;
  }
  return 'taken';
};

describe('CAP 1.2', () => {
  test('relevant elements are read; the five XML entities are resolved, foreign prefixes are accepted', () => {
    const found = read(
      alert()
        .replaceAll('<identifier>', `<c:identifier xmlns:c="${CAP_NAMESPACE}">`)
        .replaceAll('</identifier>', '</c:identifier>'),
    );
    expect(found).toMatchObject({
      identifier: 'KSTO1055887203',
      status: 'Actual',
      msgType: 'Alert',
      references: [],
      infos: [
        {
          event: 'SEVERE THUNDERSTORM',
          severity: 'Severe',
          headline: 'Storm & hail',
          expires: null,
          areas: ['San Joaquin County', '006109'],
        },
      ],
    });
    expect(capName(found)).toBe('KSTO@NWS.NOAA.GOV,KSTO1055887203,2026-06-17T14:57:00-07:00');
    expect(read(alert({ msgType: 'Cancel', references: 'a,b,c d,e,f' })).references).toEqual([
      'a,b,c',
      'd,e,f',
    ]);
  });

  test.each([
    ['not well-formed', alert().replace('</alert>', '')],
    ['two roots', `${alert()}<alert/>`],
    ['nothing', ''],
    ['text alone', 'fire!'],
    ['a document type', alert().replace('<alert', '<!DOCTYPE alert [<!ENTITY a "aaaa">]><alert')],
    [
      'an external entity',
      alert({ identifier: '&x;' }).replace(
        '<alert',
        '<!DOCTYPE alert [<!ENTITY x SYSTEM "file:///etc/passwd">]><alert',
      ),
    ],
    ['an unknown entity', alert({ identifier: '&lol;' })],
    ['CAP 1.1', alert().replace('cap:1.2', 'cap:1.1')],
    ['no namespace', alert().replace(` xmlns="${CAP_NAMESPACE}"`, '')],
    ['no identifier', alert({ identifier: '' })],
    ['an identifier with a comma', alert({ identifier: 'a,b' })],
    ['a time without a zone', alert({ sent: '2026-06-17T14:57:00Z' })],
    ['no time', alert({ sent: 'yesterday' })],
    ['an unknown status', alert({ status: 'Real' })],
    ['an unknown type', alert({ msgType: 'Shout' })],
    ['too deep', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`],
    ['too many elements', `<a>${'<b/>'.repeat(60_000)}</a>`],
    ['too large', alert({}, info({ headline: 'x'.repeat(MAX_CAP_CHARS) }))],
  ])('%s is refused', (_what, xml) => {
    expect(key(() => read(xml))).toBe('integration.badXml');
  });

  test('random bytes and truncated documents are refused or read, without other errors', () => {
    const whole = alert();
    for (let cut = 1; cut < whole.length; cut += 7)
      expect(key(() => read(whole.slice(0, cut)))).toBe('integration.badXml');
    for (let i = 0; i < 300; i++) {
      const at = (i * 37) % whole.length;
      const broken = `${whole.slice(0, at)}${String.fromCharCode((i * 7919) % 65_536)}${whole.slice(at + 1)}`;
      expect(['taken', 'integration.badXml']).toContain(key(() => read(broken)));
    }
  });

  test('a signature is recognised as not verified', () => {
    const plain = alert();
    const signed = plain.replace(
      '</alert>',
      '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignatureValue>AA==</SignatureValue></Signature></alert>',
    );
    expect([read(plain).signed, read(signed).signed]).toEqual([false, true]);
  });

  test('links of Atom and RSS feeds are found', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="self"/><entry><link href="a.html"/>
      <link type="application/cap+xml" href="a.xml"/></entry><entry><link href="b.xml"/></entry></feed>`;
    expect(capLinks(readXml(atom))).toEqual(['a.xml', 'b.xml']);
    const rss = '<rss><channel><link>self</link><item><link> c.xml </link></item></channel></rss>';
    expect(capLinks(readXml(rss))).toEqual(['c.xml']);
    expect(capLinks(readXml(alert()))).toEqual([]);
  });
});

describe('mapping alerts to plans', () => {
  const now = Date.parse('2026-06-17T22:00:00Z');
  const map = (over: object) => ({
    event: '',
    severity: 'Unknown' as const,
    area: '',
    alarm_plan: 1,
    ...over,
  });
  const found = (xml: string, ...mappings: ReturnType<typeof map>[]) => [
    ...plansOf(read(xml), mappings, now).keys(),
  ];

  test.each([
    ['everything', map({}), true],
    ['a part of the event, whatever its case', map({ event: 'thunder' }), true],
    ['another event', map({ event: 'flood' }), false],
    ['that severity', map({ severity: 'Severe' }), true],
    ['a worse one', map({ severity: 'Extreme' }), false],
    ['an area by its words', map({ area: 'joaquin' }), true],
    ['an area by its code', map({ area: '006109' }), true],
    ['another area', map({ area: 'Sutter' }), false],
  ])('%s', (_what, mapping, hits) => {
    expect(found(alert(), mapping)).toEqual(hits ? [1] : []);
  });

  test('each part of an alert counts separately, and expired parts do not count', () => {
    const over = info({ event: 'FLOOD', expires: '2026-06-17T21:00:00+00:00' });
    const two = alert({}, `${over}${info({ event: 'FIRE', expires: '2026-06-18T21:00:00+00:00' })}`);
    expect(found(two, map({ event: 'flood' }), map({ event: 'fire', alarm_plan: 2 }))).toEqual([2]);
    expect(isExpired(read(two), now)).toBe(false);
    expect(isExpired(read(alert({}, over)), now)).toBe(true);
    expect(isExpired(read(alert({}, '')), now)).toBe(false);
  });
});

/** Alert of OASIS CAP 1.2 with shapes: a polygon around San Joaquin County, or a circle of so many km. */
const shaped = (shape: string) => read(alert({}, info().replace('<geocode>', `${shape}<geocode>`)));
const COUNTY = '<polygon>38.47,-120.14 38.34,-119.95 38.52,-119.74 38.62,-119.89 38.47,-120.14</polygon>';
const PACIFIC = '<polygon>-10,170 10,170 10,-170 -10,-170 -10,170</polygon>';
test.each<[string, string, Partial<CapMapping>, boolean]>([
  ['a polygon contains the place', COUNTY, { place: '38.48,-119.94' }, true],
  ['a place beside the polygon', COUNTY, { place: '38.36,-120.13' }, false],
  ['a polygon across the date line', PACIFIC, { place: '5,-175.5' }, true],
  ['a place west of the date line', PACIFIC, { place: '-9,171' }, true],
  ['a place on the other side of the earth', PACIFIC, { place: '5,4.5' }, false],
  [
    'a circle contains the place',
    '<circle>32.9525,-115.5527 50</circle>',
    { place: '32.9525,-115.03' },
    true,
  ],
  [
    'a place outside the circle',
    '<circle>32.9525,-115.5527 48</circle>',
    { place: '32.9525,-115.03' },
    false,
  ],
  ['a second shape', `<circle>0,0 1</circle>${COUNTY}`, { place: '38.48,-119.94' }, true],
  ['the area is named, and has no shape', '', { place: '38.48,-119.94', area: 'joaquin' }, true],
  ['neither', COUNTY, { place: '0,0', area: 'Kern' }, false],
  ['no shape', '', { place: '38.48,-119.94' }, false],
  [
    'shapes that cannot be read',
    '<polygon>38,-120 1e9,x</polygon><circle>38,-120</circle>',
    { place: '38,-120' },
    false,
  ],
  ['a rule of an earlier version', COUNTY, { area: '006109' }, true],
])('place of a rule: %s', (_, shape, rule, isMapped) => {
  const mapping = { event: '', severity: 'Unknown' as const, area: '', alarm_plan: 7, ...rule };
  expect(plansOf(shaped(shape), [mapping], 0).has(7)).toBe(isMapped);
});

test.each(['91,0', '0,181', '31.2304', 'x,y', '31,2304,1'])('%s is no place', (text) => {
  expect(capMapping.safeParse({ alarm_plan: 1, place: text }).success).toBe(false);
});
