import { isDeepStrictEqual } from 'node:util';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { PanelLink, PanelState } from '../../../contract/entities/terminals/panel.ts';
import type { PanelTested } from '../../../contract/entities/terminals/panelForm.ts';
import type { StatusOf } from '../../../contract/protocol/terminalStatus.ts';
import { panelOf } from '../../site/panels/panelOf.ts';
import type { Devices } from '../../site/terminals/devicesApi.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { Gateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';
import { openPanel } from './openPanel.ts';
import type { PanelDriver } from './panel.types.ts';
import { PanelTerminal } from './panelTerminal.ts';
import { tryPanel } from './tryPanel.ts';

export interface PanelsDeps {
  gateway: Pick<Gateway, 'attach' | 'detach' | 'reported' | 'subscribe'>;
  directory: Pick<Directory, 'byId' | 'all'>;
  devices: Pick<Devices, 'subscribe' | 'setRelated'>;
  policy: AddressPolicy;
  /** Inputs of a terminal that were active when they were last reported. */
  activeInputs(terminal: number): number[];
  log: { warn(details: object, message: string): void; info(details: object, message: string): void };
}

type Status = StatusOf<'fire_control_device'>;

interface Present {
  panel: PanelLink;
  /** Settings and zone for which it was opened, as text. */
  made: string;
  state: PanelState;
  /** Lines as last read. */
  inputs: readonly boolean[];
  /** Ends the connection. @param isStopping the server stops: the panel is not offline */
  end(isStopping: boolean): void;
}

const statusOf = (inputs: readonly boolean[], outputs: readonly boolean[]): Status => ({
  inputs: inputs.map((active, i) => ({ input: i + 1, active, line: 'ok' as const })),
  outputs: outputs.map((on, i) => ({ output: i + 1, on })),
});

/** Connects to the panels of other makes: each is online while its answers are right. */
export function createPanels(deps: PanelsDeps) {
  const { gateway, directory, devices, log } = deps;
  const present = new Map<number, Present>();

  function arrive(link: PanelTerminal): void {
    if (directory.byId(link.terminalId) !== undefined) gateway.attach(link);
  }

  function open(id: number, org: number | null, panel: PanelLink, made: string): Present {
    let driver: PanelDriver | null = null;
    let last: Status | null = null;
    /** Undefined: it has not been reached or missed yet. */
    let isUp: boolean | undefined;
    const link = new PanelTerminal(id, org, `${panel.panel_host}:${panel.port}`, () => driver ?? noDriver);
    const one: Present = {
      panel,
      made,
      inputs: [],
      state: { works: false, error: '', last_at: null },
      end(isStopping) {
        driver?.close();
        if (isUp === true && !isStopping) gateway.detach(id);
      },
    };
    function tell(change: Partial<PanelState>): void {
      one.state = { ...one.state, ...change };
      devices.setRelated(id, { panel_state: one.state });
    }
    driver = openPanel(panel, {
      policy: deps.policy,
      contacts: settingsOf('fire_control_device', directory.byId(id)?.row.details ?? {}).inputs,
      active: new Set(deps.activeInputs(id)),
      lines(inputs, outputs) {
        const status = statusOf(inputs, outputs);
        const isArriving = isUp !== true;
        if (isArriving) {
          isUp = true;
          arrive(link);
          log.info({ terminal: id, panel: link.address }, 'a panel works');
        }
        const isChanged = !isDeepStrictEqual(one.inputs, inputs);
        if (isArriving || isChanged)
          tell({
            ...{ works: true, error: '' },
            ...(isChanged && last !== null ? { last_at: Math.floor(Date.now() / 1000) } : {}),
          });
        one.inputs = inputs;
        if (!isArriving && isDeepStrictEqual(status, last)) return;
        last = status;
        gateway.reported(id, { type: 'status', kind: 'fire_control_device', ...status });
      },
      lost(error) {
        // One that was never reached was there for a moment: its loss is a fault.
        if (isUp === undefined) arrive(link);
        if (isUp !== false) gateway.detach(id);
        isUp = false;
        if (one.state.error === error) return;
        tell({ works: false, error });
        log.warn({ terminal: id, panel: link.address, error }, 'a panel does not work');
      },
    });
    tell({});
    return one;
  }

  function leave(id: number): void {
    present.get(id)?.end(false);
    present.delete(id);
  }

  /** Follows a new or changed row. */
  function follow(id: number): void {
    const terminal = directory.byId(id);
    const panel = terminal === undefined ? null : panelOf(terminal.row);
    if (terminal === undefined || panel === null) {
      leave(id);
      return;
    }
    const { org, details } = terminal.row;
    const made = JSON.stringify([panel, org, details.inputs]);
    if (present.get(id)?.made === made) return;
    leave(id);
    present.set(id, open(id, org, panel, made));
  }

  for (const { id } of directory.all()) follow(id);
  const ends = [devices.subscribe({ changed: follow }), gateway.subscribe({ removed: leave })];

  return {
    /** Tries a panel once. One that is connected already takes no second connection: its state is the answer. */
    async test(panel: PanelLink): Promise<PanelTested> {
      const known = [...present.values()].find(
        (one) =>
          one.panel.panel_host === panel.panel_host && one.panel.port === panel.port && one.state.works,
      );
      if (known === undefined || !isDeepStrictEqual(known.panel, panel)) return tryPanel(panel, deps.policy);
      return { works: true, error: '', answer_ms: null, active: numbersOf(known.inputs) };
    },
    close() {
      for (const end of ends) end();
      for (const one of present.values()) one.end(true);
    },
  };
}
export type Panels = ReturnType<typeof createPanels>;

const noDriver: PanelDriver = { set() {}, close() {} };
const numbersOf = (lines: readonly boolean[]) => lines.flatMap((active, i) => (active ? [i + 1] : []));
