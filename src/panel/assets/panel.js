// What plain HTML cannot do: say what is wrong as soon as a refused form is shown, copy a secret, close the person's menu.
// Every page works without it.

const focusProblems = (root) => root.querySelector('[data-focus]')?.focus();
focusProblems(document);
// On a phone the sections scroll sideways: the one that is open is in view.
document.querySelector('.sections [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-copy]');
  if (button) {
    const text = document.getElementById(button.dataset.copy)?.textContent.trim() ?? '';
    await navigator.clipboard.writeText(text).then(
      () => (button.textContent = button.dataset.copied),
      () => document.getSelection()?.selectAllChildren(document.getElementById(button.dataset.copy)),
    );
  }
  for (const menu of document.querySelectorAll('details.person[open]')) {
    if (!menu.contains(target)) menu.removeAttribute('open');
  }
});

document.addEventListener('keydown', ({ key }) => {
  const menu = key === 'Escape' && document.querySelector('details.person[open]');
  if (!menu) return;
  menu.removeAttribute('open');
  menu.querySelector('summary').focus();
});
