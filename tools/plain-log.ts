import { appendFileSync } from 'node:fs'

interface Line {
  level?: number
  msg?: string
}

/** From here on a line is an error (pino). */
const errorLevel = 50

/**
 * The log of a server that a person starts by hand: lines with their stacks go to a file, and the terminal gets a sentence,
 * once for each text. On a busy machine a job that is tried again is no reason to be alarmed.
 */
export function plainLog(file: string, say: (sentence: string) => void): { write: (line: string) => void } {
  const said = new Set<string>()
  return {
    write(line) {
      appendFileSync(file, line)
      const { level = 0, msg = '' } = JSON.parse(line) as Line
      if (msg === '' || said.has(msg)) return
      said.add(msg)
      say(`${level >= errorLevel ? 'Error' : 'Note'}: ${msg} (details in ${file})`)
    },
  }
}
