/** Implements the protocol of docs/reference/protocol.md. Positions come from `totora protocol`: the program that started the bot. */
(async () => {
  const { createInterface } = await import('node:readline');
  const { MessageChannel, receiveMessageOnPort, Worker } = await import('node:worker_threads');
  console.log = console.error;

  /** Runs the program for a bot that waits for each answer in the middle of its calculation. */
  const threadCode = `
    const { workerData: { port, arrived, program } } = require('node:worker_threads');
    const child = require('node:child_process').spawn(program, ['protocol'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const answer = (line) => {
      port.postMessage(line);
      Atomics.store(arrived, 0, 1);
      Atomics.notify(arrived, 0);
    };
    const fail = (error) => answer(JSON.stringify({ ok: false, error: program + ': ' + error }));
    require('node:readline').createInterface({ input: child.stdout }).on('line', answer);
    child.on('error', fail);
    child.on('exit', () => fail('it has ended'));
    child.stdin.on('error', fail);
    port.on('message', (line) => child.stdin.write(line + '\\n'));
  `;
  let asked;
  function ask(request) {
    if (!asked) {
      const arrived = new Int32Array(new SharedArrayBuffer(4));
      const { port1, port2 } = new MessageChannel();
      const program = process.env.TOTORA ?? 'totora';
      const workerData = { port: port2, arrived, program };
      new Worker(threadCode, { eval: true, workerData, transferList: [port2] }).unref();
      asked = { arrived, port: port1 };
    }
    const { arrived, port } = asked;
    Atomics.store(arrived, 0, 0);
    port.postMessage(JSON.stringify(request));
    Atomics.wait(arrived, 0, 0);
    const answer = JSON.parse(receiveMessageOnPort(port).message);
    if (!answer.ok) throw new Error(answer.error);
    return answer;
  }

  /** A record as a game. */
  function open(record) {
    const game = {
      state: ask({ do: 'load', record }).state,
      play(move, seat) {
        game.state = ask({ do: 'play', move, seat }).state;
      },
      undo() {
        game.state = ask({ do: 'undo' }).state;
      },
      legalMoves: () => ask({ do: 'legal' }).moves,
      get text() {
        return ask({ do: 'position' }).position;
      },
    };
    return game;
  }

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
