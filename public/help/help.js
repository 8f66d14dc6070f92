/** Shows the help in the language of the address (#cn, #en, #kr), else in the one that the console keeps. */
function show() {
  const stored = localStorage.getItem('lang');
  const asked = location.hash.slice(1);
  const pages = [...document.querySelectorAll('main')];
  const page = pages.find((one) => one.id === asked) ?? pages.find((one) => one.id === stored) ?? pages[0];
  for (const one of pages) one.hidden = one !== page;
  document.documentElement.lang = page.lang;
  document.title = page.querySelector('h1').textContent;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#${page.id}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
addEventListener('hashchange', show);
show();
