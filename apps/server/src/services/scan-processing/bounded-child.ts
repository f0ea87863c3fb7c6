import { text } from 'node:stream/consumers'

/**
 * The child's half of `runBounded`: reads one JSON input from standard input, prints one JSON outcome and exits. Exits
 * on its own when the parent no longer exists, so that a killed server leaves no work behind.
 */
export async function runChildTask<Input, Outcome>(work: (input: Input) => Promise<Outcome>): Promise<void> {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.exit(3)
  }, 250)
  const outcome = await work(JSON.parse(await text(process.stdin)) as Input)
  clearInterval(watch)
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
