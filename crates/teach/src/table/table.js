'use strict';
(() => {
  const steps = JSON.parse(document.getElementById('data').textContent);
  const slider = document.getElementById('step');
  const picture = document.querySelector('.picture');
  const cells = new Map([...document.querySelectorAll('.cell')].map(cell => [cell.id, cell]));
  const numbers = new Map(steps.map((step, at) => ['c' + step.cell, at + 1]));
  const clear = () => cells.forEach(cell => cell.classList.remove('now', 'read'));
  const light = step => {
    clear();
    if (!step) return;
    cells.get('c' + step.cell)?.classList.add('now');
    step.reads.forEach(at => cells.get('c' + at)?.classList.add('read'));
    document.getElementById('say').textContent = step.say;
  };
  const show = number => {
    const at = Math.max(0, Math.min(steps.length, number));
    slider.value = at;
    document.getElementById('count').textContent = at + ' / ' + steps.length;
    cells.forEach((cell, id) => cell.classList.toggle('later', (numbers.get(id) ?? 0) > at));
    picture.classList.toggle('filling', at < steps.length);
    if (at === 0) document.getElementById('say').textContent = '';
    light(at < steps.length || at === 0 ? steps[at - 1] : undefined);
  };
  const now = () => Number(slider.value);
  slider.addEventListener('input', () => show(now()));
  document.getElementById('back').addEventListener('click', () => show(now() - 1));
  document.getElementById('on').addEventListener('click', () => show(now() + 1));
  cells.forEach((cell, id) => {
    cell.setAttribute('tabindex', '0');
    const step = steps[numbers.get(id) - 1];
    if (step) cell.setAttribute('aria-label', step.say);
    const tell = () => { if (!cell.classList.contains('later')) light(step); };
    cell.addEventListener('mouseenter', tell);
    cell.addEventListener('focus', tell);
    cell.addEventListener('click', () => { if (step) show(numbers.get(id)); });
  });
  const keys = {
    ArrowLeft: () => show(now() - 1), ArrowRight: () => show(now() + 1),
    ArrowUp: () => show(0), ArrowDown: () => show(steps.length),
    h: () => picture.classList.toggle('veiled'),
    '?': () => { const help = document.getElementById('help'); help.hidden = !help.hidden; },
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  if (steps.length === 0 || cells.size === 0) document.querySelector('.controls').hidden = true;
  show(steps.length);
})();
