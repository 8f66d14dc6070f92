import { themeQuartz } from 'ag-grid-community';
import { tokens } from './tokens.ts';

/** The grid's theme (look: AG Grid). Colours are CSS variables, so one theme serves both modes and every brand. */
export const gridTheme = themeQuartz.withParams({
  rowHeight: 32,
  headerHeight: 32,
  spacing: 4,
  cellHorizontalPadding: 8,
  fontFamily: tokens.fontFamilyBase,
  fontSize: 13,
  headerFontSize: 12,
  headerFontWeight: 400,
  headerTextColor: tokens.colorNeutralForeground3,
  textColor: tokens.colorNeutralForeground1,
  backgroundColor: tokens.colorNeutralBackground1,
  foregroundColor: tokens.colorNeutralForeground1,
  chromeBackgroundColor: tokens.colorNeutralBackground2,
  headerBackgroundColor: tokens.colorNeutralBackground2,
  rowBorder: { color: tokens.colorNeutralStroke3 },
  borderColor: tokens.colorNeutralStroke2,
  columnBorder: false,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  headerColumnResizeHandleHeight: '16px',
  iconSize: 14,
  oddRowBackgroundColor: 'transparent',
  rowHoverColor: tokens.colorNeutralBackground1Hover,
  selectedRowBackgroundColor: tokens.colorBrandBackground2,
  browserColorScheme: 'inherit',
  accentColor: tokens.colorCompoundBrandBackground,
  checkboxBorderRadius: 2,
  focusShadow: `0 0 0 2px ${tokens.colorStrokeFocus2}`,
});
