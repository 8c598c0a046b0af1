// The board of totora.widget. Shows the picture and the moves that Python sends, and sends the chosen move back. It contains no
// rules.
let boards = 0;

function render({ model, el }) {
  const list = `totora-moves-${(boards += 1)}`;
  el.innerHTML = `<div class="totora"><div class="board"></div><p class="status" role="status"></p>
    <form><input name="move" list="${list}" aria-label="Move" placeholder="Move" autocomplete="off">
    <datalist id="${list}"></datalist><button>Play</button><button type="button" class="undo">Undo</button></form>
    <div class="choices"></div><p class="problem" role="alert"></p></div>`;
  const part = (selector) => el.querySelector(selector);
  const play = (move) => model.send({ do: 'play', move });
  const offer = (moves) =>
    part('.choices').replaceChildren(
      ...moves.map((move) => {
        const button = document.createElement('button');
        button.textContent = move;
        button.onclick = () => play(move);
        return button;
      }),
    );
  const draw = () => {
    part('.board').innerHTML = model.get('picture');
    part('.status').textContent = model.get('status');
    part('.problem').textContent = model.get('problem');
    const options = model.get('moves').map((move) => new Option(move, move));
    part('datalist').replaceChildren(...options);
    for (const cell of el.querySelectorAll('[data-cell]'))
      cell.classList.toggle('open', cell.dataset.cell in model.get('cells'));
    offer([]);
  };
  part('.board').onclick = (event) => {
    const moves = model.get('cells')[event.target.closest('[data-cell]')?.dataset.cell] ?? [];
    if (moves.length === 1) play(moves[0]);
    else offer(moves);
  };
  part('form').onsubmit = (event) => {
    event.preventDefault();
    play(part('input').value.trim());
    part('input').value = '';
  };
  part('.undo').onclick = () => model.send({ do: 'undo' });
  const names = ['picture', 'status', 'problem', 'moves', 'cells'];
  for (const name of names) model.on(`change:${name}`, draw);
  draw();
  return () => {
    for (const name of names) model.off(`change:${name}`, draw);
  };
}

export default { render };
