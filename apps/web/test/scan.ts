let clock = 0

/** A scanner gun: quick keys and Enter (or Tab), a given time (ms) after the scan before. The page's own clock plays no part. */
export function scan(code: string, after = 1000, end: 'Enter' | 'Tab' = 'Enter'): void {
  clock += after
  for (const key of [...code.split(''), end]) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: (clock += 10) })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }
}
