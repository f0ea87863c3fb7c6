import type { Pin } from '@archwire/contract/pins/routes.ts'
import { element } from '../element.ts'
import { icon } from '../icons.ts'

/**
 * Where a comment appears: its place in the picture, and whether the surface there faces away or something covers it.
 */
export type PinPlace = { x: number; y: number; behind: boolean }

/** Numbered marks over the picture. Keyboards and screen readers use the list beside them. */
export class PinMarks {
  readonly root = element('div', { class: 'overlay pin-marks', 'aria-hidden': 'true' })
  private readonly marks = new Map<number, HTMLButtonElement>()
  private readonly draft = element('span', { class: 'pin-mark draft', hidden: true }, '+')
  private readonly choose: (id: number) => void

  constructor(choose: (id: number) => void) {
    this.choose = choose
    this.root.append(this.draft)
  }

  /** Rebuilds the marks of these comments. */
  show(pins: readonly Pin[], chosen: number | null): void {
    this.marks.clear()
    for (const { id, number, text, done_at } of pins) {
      const classes = ['pin-mark', ...(done_at ? ['done'] : []), ...(id === chosen ? ['chosen'] : [])]
      const mark = element(
        'button',
        { type: 'button', class: classes.join(' '), tabindex: -1, title: text },
        done_at ? icon('check') : String(number),
      )
      mark.addEventListener('click', () => this.choose(id))
      this.marks.set(id, mark)
    }
    this.root.replaceChildren(...this.marks.values(), this.draft)
  }

  /** Puts each mark at the current screen position of its point; invisible ones are hidden. */
  place(placeOf: (id: number) => PinPlace | null, draft: PinPlace | null): void {
    for (const [id, mark] of this.marks) put(mark, placeOf(id))
    put(this.draft, draft)
  }
}

function put(mark: HTMLElement, place: PinPlace | null): void {
  mark.hidden = place === null
  if (!place) return
  mark.classList.toggle('behind', place.behind)
  mark.style.transform = `translate(${place.x}px, ${place.y}px) translate(-50%, -50%)`
}
