import { calls } from './items/calls.ts';
import { clientState } from './items/clientState.ts';
import { codeTables } from './items/codeTables.ts';
import { codeTablesInUse } from './items/codeTablesInUse.ts';
import { entities } from './items/entities.ts';
import { limits } from './items/limits.ts';
import { menu } from './items/menu.ts';
import { messages } from './items/messages.ts';
import { navigation } from './items/navigation.ts';
import { permissions } from './items/permissions.ts';
import { product } from './items/product.ts';
import { recordsAndSettings } from './items/recordsAndSettings.ts';
import { rules } from './items/rules.ts';
import { rulesInUse } from './items/rulesInUse.ts';
import { screens } from './items/screens.ts';
import { terminalFields } from './items/terminalFields.ts';
import { transitions } from './items/transitions.ts';

/** Items of the whole specification, by area. */
export const coverage = [
  ...product,
  ...screens,
  ...navigation,
  ...menu,
  ...entities,
  ...terminalFields,
  ...recordsAndSettings,
  ...clientState,
  ...codeTables,
  ...codeTablesInUse,
  ...transitions,
  ...rules,
  ...rulesInUse,
  ...permissions,
  ...calls,
  ...messages,
  ...limits,
];
