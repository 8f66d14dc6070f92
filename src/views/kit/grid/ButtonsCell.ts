import type { ColDef, ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { CellContext } from './cells.ts';
import { type RowIcon, rowIcons } from './rowIcons.ts';

/** A button in a row. `reason`: why it is disabled; a press then shows the reason. */
export interface RowButton {
  key: string;
  icon: RowIcon;
  label: string;
  reason?: string | undefined;
  busy?: boolean;
  /** Shows its label beside the icon: for the one action that a row waits for. */
  isLabelled?: boolean;
}

interface Extra {
  onPress: (row: never, key: string) => void;
}
type Params = ICellRendererParams<unknown, readonly RowButton[], CellContext> & Extra;

const ns = 'http://www.w3.org/2000/svg';

function iconNode(icon: RowIcon): SVGSVGElement {
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('width', '16');
  svg.setAttribute('height', '16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(ns, 'path');
  path.setAttribute('d', rowIcons[icon]);
  path.setAttribute('fill', 'currentColor');
  svg.append(path);
  return svg;
}

/**
 * Grid cell with buttons, for the pointer; by keyboard the same actions are in what Enter opens (the grid is
 * one tab stop). The cell's value is a list of `RowButton`.
 */
export class ButtonsCell implements ICellRendererComp {
  #root = document.createElement('span');
  #buttons = new Map<string, HTMLButtonElement>();
  #params: Params | undefined;

  init(params: Params): void {
    this.#root.className = params.context.buttonClasses.group;
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: Params): boolean {
    this.#params = params;
    const wanted = params.value ?? [];
    const keys = new Set(wanted.map((one) => `${one.key}/${one.icon}`));
    if (keys.size !== this.#buttons.size || [...keys].some((key) => !this.#buttons.has(key))) {
      this.#buttons = new Map(wanted.map((one) => [`${one.key}/${one.icon}`, this.#make(one)]));
      this.#root.replaceChildren(...this.#buttons.values());
    }
    for (const one of wanted) {
      const button = this.#buttons.get(`${one.key}/${one.icon}`);
      if (button === undefined) continue;
      button.title = one.reason ?? one.label;
      button.setAttribute('aria-label', one.label);
      button.setAttribute('aria-disabled', String(one.reason !== undefined));
      button.setAttribute('aria-busy', String(one.busy === true));
    }
    return true;
  }

  #make({ key, icon, label, isLabelled = false }: RowButton): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.className = this.#params?.context.buttonClasses.button ?? '';
    button.dataset.action = key;
    button.append(iconNode(icon));
    if (isLabelled) {
      button.dataset.labelled = '';
      button.append(label);
    }
    button.addEventListener('dblclick', (event) => event.stopPropagation());
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      const params = this.#params;
      if (button.getAttribute('aria-disabled') === 'true' || params?.data === undefined) return;
      params.onPress(params.data as never, key);
    });
    return button;
  }
}

function same(a: readonly RowButton[] | null, b: readonly RowButton[] | null): boolean {
  const text = (list: typeof a) => JSON.stringify(list ?? []);
  return text(a) === text(b);
}

/**
 * Creates a column of buttons. Without a `headerName` it is in no export and cannot be hidden; `header` is
 * only displayed.
 */
export function buttonsColumn<Row>(
  header: string,
  buttons: (row: Row) => readonly RowButton[],
  onPress: (row: Row, key: string) => void,
  more: ColDef<Row> = {},
): ColDef<Row> {
  return {
    colId: 'buttons',
    headerName: '',
    headerValueGetter: () => header,
    width: 96,
    sortable: false,
    resizable: false,
    suppressMovable: true,
    cellRenderer: ButtonsCell,
    cellRendererParams: { onPress },
    valueGetter: ({ data }) => (data === undefined ? [] : buttons(data)),
    valueFormatter: () => '',
    equals: same,
    ...more,
  };
}
