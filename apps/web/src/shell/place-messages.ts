const gap = 12
/** The height that a message soon has which is still opening. */
const leastHeight = 72
const controls = 'button, a, input, select, textarea, summary, label'

/**
 * In narrow windows messages are at the bottom, above the bars (`data-bar`) and the control that was pressed last, and
 * the page gets room at its end to be scrolled above them (`screens/messages`). Returns what ends it.
 */
export function placeMessages(place: HTMLElement): () => void {
  const messages = place.querySelector<HTMLElement>("[data-position='bottom-left']")!
  const root = document.documentElement
  let pressed: Element | null = null
  let room = 0
  const press = ({ target }: Event) => {
    if (target instanceof Element && !messages.contains(target)) pressed = target.closest(controls)
  }
  const setRoom = (height: number) => {
    room = height
    root.style.setProperty('--message-room', `${height}px`)
  }
  const update = () => {
    const isEmpty = !messages.querySelector("[role='alert']")
    if (isEmpty && room === 0) return
    place.style.removeProperty('--messages-bottom')
    if (isEmpty) {
      // The room stays while the page is scrolled into it: without it, everything would move under the finger.
      if (scrollY <= Math.max(0, root.scrollHeight - room - innerHeight)) setRoom(0)
      return
    }
    const bars = [...document.querySelectorAll('[data-bar]')]
    const boxes = (pressed ? [...bars, pressed] : bars).map((element) => element.getBoundingClientRect())
    const { height } = messages.getBoundingClientRect()
    let bottom = Number.parseFloat(getComputedStyle(messages).bottom)
    for (const box of boxes.filter((one) => one.height > 0).toSorted((a, b) => b.bottom - a.bottom)) {
      const low = innerHeight - bottom
      const isCovered = box.top < low && box.bottom > low - Math.max(height, leastHeight)
      if (isCovered && box.top > height + gap) bottom = innerHeight - box.top + gap
    }
    place.style.setProperty('--messages-bottom', `${bottom}px`)
    setRoom(Math.max(room, bottom + height + gap))
  }
  const sizes = new ResizeObserver(update)
  sizes.observe(messages)
  // Bars come and go.
  const changes = new MutationObserver(update)
  changes.observe(document.body, { childList: true, subtree: true })
  const pressing = ['pointerdown', 'keydown'] as const
  for (const event of pressing) addEventListener(event, press, true)
  for (const event of ['scroll', 'resize'] as const) addEventListener(event, update, { passive: true, capture: true })
  return () => {
    sizes.disconnect()
    changes.disconnect()
    for (const event of pressing) removeEventListener(event, press, true)
    for (const event of ['scroll', 'resize'] as const) removeEventListener(event, update, true)
    root.style.removeProperty('--message-room')
  }
}
