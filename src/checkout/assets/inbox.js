// Brings in what has come to a sandbox inbox since the page was opened.
const main = document.querySelector('main');

async function look() {
  if (!document.hidden) await refresh().catch(() => undefined);
  setTimeout(look, 3_000);
}

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector('main');
  if (fresh.dataset.newest === main.dataset.newest) return;
  main.dataset.newest = fresh.dataset.newest;
  main.replaceChildren(...fresh.childNodes);
}

setTimeout(look, 3_000);
