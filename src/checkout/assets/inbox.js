// Brings in what has come to a sandbox inbox since the page was opened.
const main = document.querySelector('main');

async function look() {
  if (!document.hidden) await refresh().catch(() => undefined);
  setTimeout(look, 3_000);
}

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
  if (!answer.ok) return;
  const html = await answer.text();
  // No more of it: the style of its head has another nonce than this page's policy allows.
  const part = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const fresh = new DOMParser().parseFromString(part, 'text/html').querySelector('main');
  if (fresh.dataset.newest === main.dataset.newest) return;
  // A message that somebody is reading stays open.
  for (const { id } of main.querySelectorAll('article:has(details[open])')) {
    fresh.querySelector(`#${id} details`)?.setAttribute('open', '');
  }
  main.dataset.newest = fresh.dataset.newest;
  main.replaceChildren(...fresh.childNodes);
}

setTimeout(look, 3_000);
