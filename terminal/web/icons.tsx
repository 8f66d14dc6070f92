/** The few glyphs of this page, drawn on 20 × 20. */
const paths = {
  bell: 'M10 1.5a5.5 5.5 0 0 0-5.5 5.5v3.6L3 14h14l-1.5-3.4V7A5.5 5.5 0 0 0 10 1.5ZM7.8 15.5a2.3 2.3 0 0 0 4.4 0Z',
  play: 'M6 3.2v13.6c0 .6.7 1 1.2.6l10-6.8a.7.7 0 0 0 0-1.2l-10-6.8A.8.8 0 0 0 6 3.2Z',
  idle: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  clock:
    'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM9.3 6v4.7l3.6 2.1.7-1.2-2.9-1.7V6Z',
  fault:
    'M10 2.2a1 1 0 0 0-.9.5L1.7 16a1 1 0 0 0 .9 1.5h14.8a1 1 0 0 0 .9-1.5L10.9 2.7a1 1 0 0 0-.9-.5ZM9.3 7h1.4v5H9.3Zm0 6.3h1.4v1.4H9.3Z',
  found:
    'M9.2 6h1.6v3.2H14v1.6h-3.2V14H9.2v-3.2H6V9.2h3.2ZM10 2.1l2 .3-.3 1.4a6.4 6.4 0 0 0-3.4 0L8 2.4Zm5.6 2.4 1.3 1.6-1.2.8a6.4 6.4 0 0 0-2.2-2.3l.6-1.3ZM18 10l-.3 2-1.4-.4a6.4 6.4 0 0 0 0-3.3l1.4-.3Zm-2.4 5.5L14 16.8l-.8-1.2a6.4 6.4 0 0 0 2.3-2.2l1.3.6ZM10 17.9l-2-.3.3-1.4a6.4 6.4 0 0 0 3.4 0l.3 1.4Zm-5.6-2.4L3.1 14l1.2-.9a6.4 6.4 0 0 0 2.2 2.3L6 16.8ZM2 10l.3-2 1.4.4a6.4 6.4 0 0 0 0 3.3l-1.4.3Zm2.4-5.5L6 3.2l.9 1.2a6.4 6.4 0 0 0-2.3 2.2l-1.3-.6Z',
  speaker:
    'M9.5 3.3 5.9 6.5H3A1.5 1.5 0 0 0 1.5 8v4A1.5 1.5 0 0 0 3 13.5h2.9l3.6 3.2c.4.4 1 .1 1-.4V3.7c0-.5-.6-.8-1-.4ZM13 7.1l-.9 1a2.7 2.7 0 0 1 0 3.8l.9 1a4.1 4.1 0 0 0 0-5.8Zm2.2-2.3-1 1a5.9 5.9 0 0 1 0 8.4l1 1a7.4 7.4 0 0 0 0-10.4Z',
  tone: 'M8 3.5v9.2A3 3 0 1 0 9.5 15V7.7l6-1.3v4.5A3 3 0 1 0 17 13.2V2.4a.6.6 0 0 0-.7-.6L8.5 3.3Z',
} as const;

export type IconName = keyof typeof paths;

/** A glyph in the colour of its text; says nothing to a screen reader, for words stand beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
