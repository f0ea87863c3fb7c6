/**
 * Measures a transfer: reports what was sent, in bytes, at most every 120 ms, with the speed over the last three seconds in
 * bytes per second.
 */
export function transferMeter(show: (sent: number, speed: number) => void): (sent: number) => void {
  let samples: { at: number; sent: number }[] = [{ at: performance.now(), sent: 0 }]
  let shownAt = 0
  return (sent) => {
    const at = performance.now()
    samples = [...samples.filter((sample) => at - sample.at < 3000 && sample.sent <= sent), { at, sent }]
    if (at - shownAt < 120) return
    shownAt = at
    const first = samples[0]!
    show(sent, at > first.at ? ((sent - first.sent) / (at - first.at)) * 1000 : 0)
  }
}
