import { lastUsed } from './last-pressed.ts'

const gap = 12
/** The height that a message soon has which is still opening. */
const leastHeight = 72
/** As in app-shell.module.css. */
const narrow = '(max-width: 56.24em)'

const barsIn = (page: Document) => [...page.querySelectorAll('[data-bar]')].map((bar) => bar.getBoundingClientRect())

/**
 * In narrow windows messages are at the bottom, above the bars (`data-bar`; also those of a viewer that fills the page)
 * the control that was pressed last and the keyboard focus, and the page gets room at its end to be scrolled above them
 * (`screens/messages`). Returns what ends it.
 */
export function placeMessages(place: HTMLElement): () => void {
  const messages = place.querySelector<HTMLElement>("[data-position='bottom-left']")!
  const root = document.documentElement
  const width = matchMedia(narrow)
  let room = 0
  const setRoom = (height: number) => {
    room = height
    root.style.setProperty('--message-room', `${height}px`)
  }
  const update = () => {
    if (!width.matches) return
    const isEmpty = !messages.querySelector("[role='alert']")
    if (isEmpty && room === 0) return
    place.style.removeProperty('--messages-bottom')
    if (isEmpty) {
      // The room stays while the page is scrolled into it: without it, everything would move under the finger.
      if (scrollY <= Math.max(0, root.scrollHeight - room - innerHeight)) setRoom(0)
      return
    }
    const boxes = barsIn(document)
    for (const used of lastUsed()) {
      const box = used.getBoundingClientRect()
      // No message hides what is taller, such as the whole content or a model.
      if (box.height < innerHeight / 2) boxes.push(box)
    }
    const viewer = document.querySelector<HTMLIFrameElement>('iframe[data-fills]')
    if (viewer?.contentDocument) {
      const { y } = viewer.getBoundingClientRect()
      for (const bar of barsIn(viewer.contentDocument)) boxes.push(new DOMRect(bar.x, y + bar.y, bar.width, bar.height))
    }
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
  let frame = 0
  const updateSoon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      update()
    })
  }
  const sizes = new ResizeObserver(updateSoon)
  sizes.observe(messages)
  // Bars come and go.
  const changes = new MutationObserver(updateSoon)
  changes.observe(document.body, { childList: true, subtree: true })
  const events = ['scroll', 'resize', 'focusin']
  for (const event of events) addEventListener(event, updateSoon, { passive: true, capture: true })
  return () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
    changes.disconnect()
    for (const event of events) removeEventListener(event, updateSoon, true)
    place.style.removeProperty('--messages-bottom')
    root.style.removeProperty('--message-room')
  }
}
