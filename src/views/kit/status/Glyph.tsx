import { tokens } from '../../theme/tokens.ts';
import { faultParts, type GlyphName, glyphs } from './glyphs.ts';

const ns = 'http://www.w3.org/2000/svg';

/** A glyph of the status vocabulary; decorative, beside a text. `size` in px. */
export function Glyph(props: { name: GlyphName; size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={props.size ?? 16}
      height={props.size ?? 16}
      aria-hidden="true"
      focusable="false"
      className={props.className}
    >
      <path d={glyphs[props.name]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}

/** The same glyph as a DOM node, for grid cells painted without React. */
export function glyphNode(name: GlyphName, size = 16): SVGSVGElement {
  const svg = document.createElementNS(ns, 'svg');
  const path = document.createElementNS(ns, 'path');
  for (const [key, value] of [
    ['viewBox', '0 0 16 16'],
    ['width', String(size)],
    ['height', String(size)],
    ['aria-hidden', 'true'],
  ] as const)
    svg.setAttribute(key, value);
  path.setAttribute('d', glyphs[name]);
  path.setAttribute('fill', 'currentColor');
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}

/** The amber triangle without a chip: amber with a darker edge for contrast, the mark dark. */
export function FaultGlyph(props: { size?: number }) {
  const size = props.size ?? 14;
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={faultParts.triangle} fill={tokens.tocsinFaultSolid} stroke={tokens.tocsinFaultEdge} />
      <path d={faultParts.mark} fill={tokens.tocsinFaultOnSolid} />
    </svg>
  );
}

/** The amber triangle as a DOM node. */
export function faultGlyphNode(size = 14): SVGSVGElement {
  const svg = glyphNode('warning', size);
  const mark = document.createElementNS(ns, 'path');
  svg.firstElementChild?.setAttribute('d', faultParts.triangle);
  svg.firstElementChild?.setAttribute('fill', tokens.tocsinFaultSolid);
  svg.firstElementChild?.setAttribute('stroke', tokens.tocsinFaultEdge);
  mark.setAttribute('d', faultParts.mark);
  mark.setAttribute('fill', tokens.tocsinFaultOnSolid);
  svg.append(mark);
  return svg;
}
