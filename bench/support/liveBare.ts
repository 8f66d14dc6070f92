/**
 * Baseline of the live benchmark: AG Grid alone, on the same socket. It parses the same frames, merges the
 * same fields and shows the same columns as text.
 */
export function barePage(sort: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>bare</title>
<style>html,body{margin:0;height:100%}#grid{height:560px;width:1060px}</style></head><body><div id="grid"></div>
<script src="/ag-grid.js"></script><script>${script(sort)}</script></body></html>`;
}

/** Order of the states in the console: abnormal first. */
const rank = `const rank = (row) => !row.online ? 0 : row.sound === 'locked' ? 1 : [6, 4, 2, 5, 3][row.play_status];`;

function script(sort: string): string {
  return `
${rank}
const skew = ({ value }) => value === null || value === undefined ? '—' : value + ' µs';
const names = new Intl.Collator(undefined, { numeric: true });
const rows = new Map();
const api = agGrid.createGrid(document.getElementById('grid'), {
  getRowId: ({ data }) => String(data.id),
  animateRows: false,
  deltaSort: true,
  rowHeight: 32,
  defaultColDef: { sortable: true, resizable: true, width: 100 },
  columnDefs: [
    { colId: 'state', valueGetter: ({ data }) => rank(data), ${sort === 'state' ? "sort: 'asc'," : ''}
      comparator: (a, b, x, y) => a - b || names.compare(x.data.name, y.data.name) },
    { field: 'name', width: 150, comparator: names.compare${sort === 'name' ? ", sort: 'asc'" : ''} },
    { field: 'tasks', width: 200 },
    { field: 'level_db' }, { field: 'ao_volume' }, { field: 'lost_pct' }, { field: 'reported_at' },
    { field: 'skew_us', valueFormatter: skew },
  ],
});
async function start() {
  const headers = { access_token: decodeURIComponent(document.cookie.split('TOKEN=')[1].split(';')[0]) };
  const answer = await fetch('/v1/socket/ticket', { method: 'POST', headers });
  const { ticket } = (await answer.json()).value;
  const socket = new WebSocket('ws://' + location.host + '/v1/socket?ticket=' + encodeURIComponent(ticket));
  socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', id: 1, topic: 'device' }));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    for (const update of message.updates ?? []) {
      if (update.kind === 'snapshot') {
        for (const row of update.rows) rows.set(row.id, row);
        api.setGridOption('rowData', update.rows);
      } else if (update.kind === 'delta') {
        const changed = update.set.map((fields) => {
          const row = { ...rows.get(fields.id), ...fields };
          rows.set(row.id, row);
          return row;
        });
        api.applyTransactionAsync({ update: changed });
      }
    }
  };
}
start();`;
}
