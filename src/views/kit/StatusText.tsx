import { Glyph } from './Glyph.tsx';
import type { GlyphName } from './glyphs.ts';
import type { Tone } from './status.ts';
import { useStatusClasses } from './statusStyles.ts';

/** A chip with words of its own, for what is no state of the vocabulary, e.g. "3 offline". */
export function StatusText(props: { tone: Tone; glyph: GlyphName; text: string }) {
  const classes = useStatusClasses();
  return (
    <span className={classes[props.tone]}>
      <Glyph name={props.glyph} />
      <span>{props.text}</span>
    </span>
  );
}
