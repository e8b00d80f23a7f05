// Plays one game for each seed: turns up what can be turned up, and else deals. Nothing is saved.
//
// node bot.js SEED ...

const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

/** Whether a move takes all face-up cards of a column off the face-down ones. */
function turnsUpACard(step, columns) {
  const [source, , count] = step.split(" ").map(Number);
  const column = columns[source - 1];
  return column.hidden > 0 && count === column.cards.length;
}

/** The step to make, or undefined if there is none. */
function choice({ legal, columns }) {
  const turning = legal.find((step) => step !== "deal" && turnsUpACard(step, columns));
  return turning ?? (legal.includes("deal") ? "deal" : undefined);
}

async function main(seeds) {
  const engine = spawn("spider", ["run", "--json", "--no-file"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await lines.next()).value);
  const ask = async (line) => {
    engine.stdin.write(line + "\n");
    const reply = await answer();
    if (!reply.ok) {
      console.error(`${line}: ${reply.error}`);
      process.exit(1);
    }
    return reply;
  };

  const opening = await answer();
  if (opening.protocol !== "spider" || opening.version !== 1) throw new Error("this is another protocol");
  for (const seed of seeds) {
    let { state } = await ask(`new 1 ${seed}`);
    for (let step = choice(state); step; step = choice(state)) ({ state } = await ask(step));
    console.log(`seed ${seed}: ${state.status}, score ${state.score} after ${state.played} steps`);
  }
  engine.stdin.end();
}

main(process.argv.slice(2));
