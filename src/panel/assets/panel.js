// The parts that plain HTML cannot do: say what is wrong as soon as a refused form is shown, copy a secret, untick a
// box that another choice rules out, close the person's menu. Every page works without the script.

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

// A colour that is chosen is meant, and not the box beside it; from then on the box says what is meant.
document.addEventListener('input', ({ target }) => {
  const box = target.dataset?.unticks && document.getElementById(target.dataset.unticks);
  if (box) box.checked = false;
  for (const field of target.form?.querySelectorAll('[data-without-script]') ?? []) field.disabled = true;
});

document.addEventListener('keydown', ({ key }) => {
  const menu = key === 'Escape' && document.querySelector('details.person[open]');
  if (!menu) return;
  menu.removeAttribute('open');
  menu.querySelector('summary').focus();
});
