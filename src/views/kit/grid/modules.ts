import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  ExternalFilterModule,
  LocaleModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
  ValidationModule,
} from 'ag-grid-community';

/**
 * Modules that the grids of the console use; a missing one is reported in the console of the browser only.
 */
const modules = [
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  RowSelectionModule,
  RowApiModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  RenderApiModule,
  ScrollApiModule,
  ExternalFilterModule,
  CellStyleModule,
  RowStyleModule,
  LocaleModule,
  TooltipModule,
];

let registered = false;

/** Registers the modules once; in development also the one that explains errors. */
export function registerGridModules(): void {
  if (registered) return;
  registered = true;
  ModuleRegistry.registerModules(import.meta.env.DEV ? [...modules, ValidationModule] : modules);
}
