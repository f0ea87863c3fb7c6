import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the kernel's clock in `/proc` are hundredths of a second on every Linux that Node runs on. */
const ticks = 100

interface Process {
  parent: number
  own: number
  /** Of children that have ended and were waited for, with theirs. */
  ended: number
}

function processOf(pid: string): Process | undefined {
  try {
    // The name is in parentheses and may contain anything; the rest is split by spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! }
  } catch {
    return undefined
  }
}

/**
 * Seconds of processor time, user and system, that this process's children have taken so far, those that still run and
 * their children included; undefined where the system has no `/proc`. Processes that cut themselves off count only while
 * whoever started them waits.
 */
export function cpuSecondsOfChildren(): number | undefined {
  const self = processOf('self')
  if (!self) return undefined
  const all = new Map<number, Process>()
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) ? processOf(entry) : undefined
    if (found) all.set(Number(entry), found)
  }
  const isOurs = (pid: number): boolean => {
    const parent = all.get(pid)?.parent
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent))
  }
  let sum = self.ended
  for (const [pid, { own, ended }] of all) if (pid !== process.pid && isOurs(pid)) sum += own + ended
  return sum / ticks
}
