import { themeQuartz } from 'ag-grid-community';
import { liveValue, target, tokens } from './tokens.ts';

/** A length in px of the console at its scale: the grid itself is not zoomed (kit/grid/gridScale.ts). */
const px = (length: number) => ({ calc: `${length}px * var(--tocsinScale, 1)` });

/** Theme of the grid. Colours are CSS variables, so one theme serves both colour schemes and every brand. */
export const gridTheme = themeQuartz.withParams({
  rowHeight: { calc: `${target(32)} * var(--tocsinScale, 1)` },
  headerHeight: { calc: `${target(32)} * var(--tocsinScale, 1)` },
  spacing: px(4),
  cellHorizontalPadding: px(8),
  fontFamily: tokens.fontFamilyBase,
  fontSize: px(13),
  headerFontSize: px(12),
  headerFontWeight: 400,
  headerTextColor: tokens.colorNeutralForeground3,
  textColor: tokens.colorNeutralForeground1,
  cellTextColor: liveValue.text,
  backgroundColor: tokens.colorNeutralBackground1,
  foregroundColor: tokens.colorNeutralForeground1,
  chromeBackgroundColor: tokens.colorNeutralBackground2,
  headerBackgroundColor: tokens.colorNeutralBackground2,
  rowBorder: { color: tokens.colorNeutralStroke3 },
  borderColor: tokens.colorNeutralStroke2,
  columnBorder: false,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  headerColumnResizeHandleHeight: px(16),
  iconSize: px(14),
  oddRowBackgroundColor: 'transparent',
  rowHoverColor: tokens.colorNeutralBackground1Hover,
  selectedRowBackgroundColor: tokens.colorBrandBackground2,
  browserColorScheme: 'inherit',
  accentColor: tokens.colorCompoundBrandBackground,
  checkboxBorderRadius: px(2),
  focusShadow: `0 0 0 2px ${tokens.colorStrokeFocus2}`,
});
