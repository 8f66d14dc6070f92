/**
 * Baseline of Home in the load benchmark: a page of one file that asks for what Home asks for first, counts the
 * terminals of the live feed, and writes both as text.
 */
export function bareHome(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bare</title></head>
<body><h1>Home</h1><main id="main"></main><script>${script}</script></body></html>`;
}

/** First requests of Home after its profile. */
const asked = ['/v1/site', '/v1/profile', '/v1/load', '/v1/first_steps', '/v1/next_run?limit=12'];

const script = `
const main = document.getElementById('main');
const write = (text) => { const line = document.createElement('p'); line.textContent = text; main.append(line); };
const headers = { access_token: decodeURIComponent(document.cookie.split('TOKEN=')[1].split(';')[0]) };
async function start() {
  const answers = await Promise.all(${JSON.stringify(asked)}.map(async (path) => (await fetch(path, { headers })).json()));
  for (const { value } of answers) write(JSON.stringify(value).slice(0, 300));
  const answer = await fetch('/v1/socket/ticket', { method: 'POST', headers });
  const { ticket } = (await answer.json()).value;
  const socket = new WebSocket('ws://' + location.host + '/v1/socket?ticket=' + encodeURIComponent(ticket));
  socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', id: 1, topic: 'device' }));
  socket.onmessage = (event) => {
    for (const update of JSON.parse(event.data).updates ?? [])
      if (update.kind === 'snapshot') write(update.rows.filter((row) => row.online).length + ' of ' + update.rows.length);
  };
}
start();`;
