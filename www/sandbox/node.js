/** Implements the protocol of docs/reference/protocol.md. `position.play` needs `npm install totora` in this folder. */
(async () => {
  const { createInterface } = await import('node:readline');
  const { createRequire } = await import('node:module');
  const open = (record) => createRequire(import.meta.url)('totora/inline').Game.fromRecord(record);
  console.log = console.error;
  let game = {};
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    let response = { ok: true };
    if (request.do === 'new') game = { game: request.game, options: request.options };
    if (request.do === 'think') {
      try {
        response = { ok: true, thought: await totora.answer(think, { ...game, ...request }, open) };
      } catch (error) {
        console.error(error);
        response = { ok: false, error: String(error) };
      }
    }
    process.stdout.write(`${JSON.stringify(response)}\n`);
    if (request.do === 'quit') process.exit(0);
  }
})();
