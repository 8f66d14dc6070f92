import { Glyph } from './Glyph.tsx';
import type { GlyphName } from './glyphs.ts';
import type { Tone } from './status.ts';
import { useStatusClasses } from './statusStyles.ts';

/** A chip with a text of its own, for a condition outside the vocabulary, e.g. "3 offline". */
export function StatusText(props: { tone: Tone; glyph: GlyphName; text: string }) {
  const classes = useStatusClasses();
  return (
    <span className={classes[props.tone]}>
      <Glyph name={props.glyph} />
      <span>{props.text}</span>
    </span>
  );
}
