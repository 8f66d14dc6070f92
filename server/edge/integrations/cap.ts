import { SaxesParser } from 'saxes';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type CapSeverity, capSeverities } from '../../../contract/fieldCodes.ts';
import { type CapShape, readCircle, readPolygon } from './capShapes.ts';

/** Namespace of CAP 1.2 (OASIS, CAP-v1.2-os). */
export const CAP_NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2';
const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';
/**
 * Maximum length of a document, characters; the largest real alerts, with their polygons, stay below a tenth
 * of it.
 */
export const MAX_CAP_CHARS = 1_000_000;
const MAX_DEPTH = 16;
const MAX_ELEMENTS = 50_000;

/** An XML element: its own text, and its child elements. */
export interface XmlNode {
  name: string;
  uri: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
}

const refused = (reason: string) => new AppError(errorCode.badRequest, 'integration.badXml', { reason });

/**
 * Parses a document strictly: well-formed, with namespaces, without a document type and therefore without
 * entities except the five of XML. Nothing is ever fetched.
 * @throws AppError 400
 */
export function readXml(xml: string): XmlNode {
  if (xml.length > MAX_CAP_CHARS) throw refused('size');
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlNode[] = [];
  let root: XmlNode | undefined;
  let elements = 0;
  parser.on('error', (error) => {
    throw refused(error.message.slice(0, 200));
  });
  parser.on('doctype', () => {
    throw refused('doctype');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (++elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) throw refused('size');
    const own = Object.values(attributes).map((one) => [one.local, one.value] as const);
    const node: XmlNode = { name: local, uri, attributes: Object.fromEntries(own), text: '', children: [] };
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
  });
  const add = (text: string) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  if (root === undefined) throw refused('empty');
  return root;
}

export interface CapInfo {
  language: string;
  event: string;
  severity: CapSeverity;
  headline: string;
  /** Epoch ms; null: not given. */
  expires: number | null;
  /** Descriptions of its areas, and the values of their geocodes. */
  areas: string[];
  /** Polygons and circles of its areas. */
  shapes: CapShape[];
}

/** The fields of an alert that decide its effect. */
export interface CapAlert {
  identifier: string;
  sender: string;
  /** Unchanged text, because it is part of the alert's name. */
  sent: string;
  status: 'Actual' | 'Exercise' | 'System' | 'Test' | 'Draft';
  msgType: 'Alert' | 'Update' | 'Cancel' | 'Ack' | 'Error';
  /** Alerts that it updates or cancels, each as `sender,identifier,sent`. */
  references: string[];
  infos: CapInfo[];
  /** True when it has an XML signature, which is not verified here. */
  signed: boolean;
}

const statuses = ['Actual', 'Exercise', 'System', 'Test', 'Draft'] as const;
const types = ['Alert', 'Update', 'Cancel', 'Ack', 'Error'] as const;

/** Name of an alert in references: `sender,identifier,sent`. */
export const capName = ({ sender, identifier, sent }: Pick<CapAlert, 'sender' | 'identifier' | 'sent'>) =>
  `${sender},${identifier},${sent}`;

/** Shape of an element of an area; null: it is none, or cannot be read. */
function shapeOf({ name, text }: XmlNode): CapShape | null {
  if (name === 'polygon') return readPolygon(text.trim());
  return name === 'circle' ? readCircle(text.trim()) : null;
}

/** Reads an alert of CAP 1.2. @throws AppError 400 for anything else */
export function readCap(node: XmlNode): CapAlert {
  if (node.name !== 'alert' || node.uri !== CAP_NAMESPACE) throw refused('not CAP 1.2');
  const child = (of: XmlNode, name: string) =>
    of.children.find((one) => one.name === name)?.text.trim() ?? '';
  const needed = (name: string): string => {
    const text = child(node, name);
    // CAP forbids blanks, commas, < and & in the fields that name an alert.
    if (text === '' || text.length > 300 || /[\s,<&]/.test(text)) throw refused(name);
    return text;
  };
  function oneOf<T extends string>(name: string, values: readonly T[]): T {
    const text = child(node, name);
    const found = values.find((value) => value === text);
    if (found === undefined) throw refused(name);
    return found;
  }
  const sent = needed('sent');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$/.test(sent) || Number.isNaN(Date.parse(sent)))
    throw refused('sent');
  return {
    identifier: needed('identifier'),
    sender: needed('sender'),
    sent,
    status: oneOf('status', statuses),
    msgType: oneOf('msgType', types),
    references: child(node, 'references').split(/\s+/).filter(Boolean).slice(0, 1000),
    signed: node.children.some((one) => one.name === 'Signature' && one.uri === SIGNATURE_NAMESPACE),
    infos: node.children
      .filter((one) => one.name === 'info')
      .map((info) => {
        const expires = Date.parse(child(info, 'expires'));
        const severity = child(info, 'severity');
        const areas = info.children.filter((one) => one.name === 'area');
        return {
          language: child(info, 'language') || 'en-US',
          event: child(info, 'event'),
          severity: capSeverities.find((one) => one === severity) ?? 'Unknown',
          headline: (child(info, 'headline') || child(info, 'event')).slice(0, 500),
          expires: Number.isNaN(expires) ? null : expires,
          areas: areas
            .flatMap((area) => [
              child(area, 'areaDesc'),
              ...area.children.filter((one) => one.name === 'geocode').map((code) => child(code, 'value')),
            ])
            .filter(Boolean),
          shapes: areas.flatMap(({ children }) => children.flatMap((one) => shapeOf(one) ?? [])),
        };
      }),
  };
}

/** Addresses of alerts in a feed (Atom or RSS); empty for any other document. */
export function capLinks(node: XmlNode): string[] {
  const links: string[] = [];
  const walk = (one: XmlNode) => {
    if (one.name === 'entry') {
      const found = one.children.filter((link) => link.name === 'link');
      const best = found.find((link) => link.attributes.type === 'application/cap+xml') ?? found[0];
      if (best?.attributes.href !== undefined) links.push(best.attributes.href);
    } else if (one.name === 'item') {
      const link = one.children.find(({ name }) => name === 'link')?.text.trim();
      if (link) links.push(link);
    } else for (const next of one.children) walk(next);
  };
  walk(node);
  return links;
}
