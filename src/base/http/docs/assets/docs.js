// Search, tabs for the languages of the samples, and copying. The pages say all that they say without this script.
const { root, copy, copied, nothing } = document.body.dataset;

const form = document.querySelector('form[role=search]');
const field = document.getElementById('search');
const found = document.getElementById('found');
form.hidden = false;
let pages;
field.addEventListener('focus', () => {
  pages ??= fetch(`${root}/search.json`).then((answer) => answer.json());
});
field.addEventListener('input', async () => {
  pages ??= fetch(`${root}/search.json`).then((answer) => answer.json());
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const rows = (await pages).filter((row) => words.every((word) => plain(row.join(' ')).includes(word)));
  found.replaceChildren(...(rows.length > 0 ? rows.slice(0, 12).map(linkOf) : [itemOf(nothing)]));
  found.hidden = words.length === 0;
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key !== '/' || event.target.matches('input, textarea')) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) found.hidden = true;
});

function plain(text) {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function itemOf(...content) {
  const item = document.createElement('li');
  item.append(...content);
  return item;
}

function linkOf([title, path, about]) {
  const link = document.createElement('a');
  link.href = `${root}/${path}`;
  const small = document.createElement('small');
  small.textContent = about;
  link.append(title, small);
  link.addEventListener('click', () => {
    found.hidden = true;
  });
  return itemOf(link);
}

const KEY = 'fatura-docs-language';
const tabs = [];
for (const box of document.querySelectorAll('.samples')) {
  const samples = [...box.querySelectorAll('.sample')];
  if (samples.length < 2) continue;
  box.classList.add('tabbed');
  const row = document.createElement('div');
  row.className = 'tabs';
  for (const sample of samples) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sample.querySelector('.sample-title').textContent;
    button.dataset.of = sample.dataset.sample;
    button.addEventListener('click', () => show(sample.dataset.sample));
    row.append(button);
  }
  box.prepend(row);
  tabs.push({ row, samples });
}
show(localStorage.getItem(KEY) ?? 'curl');

function show(name) {
  localStorage.setItem(KEY, name);
  for (const { row, samples } of tabs) {
    for (const sample of samples) sample.hidden = sample.dataset.sample !== name;
    for (const button of row.children) button.setAttribute('aria-pressed', String(button.dataset.of === name));
  }
}

for (const block of document.querySelectorAll('.sample pre, main > pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = copied;
  });
  block.after(button);
}
