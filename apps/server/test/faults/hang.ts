import { startWatchdog } from '../../src/watchdog/index.ts'

/** A program that hangs under a watchdog of two seconds, for a test that looks at how it ends. */
startWatchdog(2)
setTimeout(function endlessLoop() {
  for (let count = 0; ; count += 1) if (count < 0) return
}, 1_000)
