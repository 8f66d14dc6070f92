import type { FluentIcon } from '@fluentui/react-icons';

/** Line of the palette. */
export interface PaletteOption {
  /** Unique among the options. */
  key: string;
  section: 'used' | 'commands' | 'screens' | 'found';
  icon: FluentIcon;
  title: string;
  /** Where it is: the path of its zone, or the group of a screen. */
  place: string;
  /** Its kind. */
  kind: string;
  run(): void;
}
