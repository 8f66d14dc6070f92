/** Style of the emergency console: the colours of the system, red only for an alarm. */
export const consoleStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
a { color: LinkText; }
body { margin: 0 auto; max-width: 1100px; padding: 16px; }
header, .row, form.login { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
form.login { align-items: end; }
header { justify-content: space-between; border-bottom: 1px solid GrayText; padding-bottom: 8px; }
h1 { font-size: 18px; margin: 0; }
h2 { font-size: 15px; margin: 16px 0 4px; }
p { margin: 8px 0; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: left; padding: 6px 8px 6px 0; border-bottom: 1px solid GrayText; }
th { font-weight: 600; width: 20%; }
td:nth-child(2) { width: 15%; }
.alarm { background: #b10e1c; color: #fff; padding: 2px 8px; border-radius: 4px; }
button, input { font: inherit; padding: 6px 12px; min-height: 36px; margin: 2px 0; }
form { display: inline; }
label { display: grid; gap: 2px; }
.result { min-height: 24px; }`;

/** Asks before an action, and replaces what has changed every two seconds; a form that is being filled in and the focus stay. */
export const consoleScript = `
addEventListener('submit', (event) => {
  const { ask } = event.target.dataset;
  if (ask !== undefined && !confirm(ask)) event.preventDefault();
});
const last = { html: document.querySelector('main').innerHTML };
setInterval(async () => {
  const address = location.pathname + location.search;
  const answer = await fetch(address, { cache: 'no-store' }).catch(() => null);
  if (answer === null || !answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  const now = document.querySelector('main');
  if (next === null || next.innerHTML === last.html) return;
  last.html = next.innerHTML;
  const focused = document.activeElement?.id;
  now.replaceWith(next);
  if (focused) document.getElementById(focused)?.focus();
}, 2000);`;
