import type { Pin } from '@archwire/contract/pins/routes.ts'
import { element } from '../element.ts'
import { icon } from '../icons.ts'

/** Where a comment is seen: a place of the picture, and whether the surface there looks away or something covers it. */
export type PinPlace = { x: number; y: number; behind: boolean }

/** Numbered marks over the picture. The list beside them is what keyboards and screen readers use. */
export class PinMarks {
  readonly root = element('div', { class: 'overlay pin-marks', 'aria-hidden': 'true' })
  private readonly marks = new Map<number, HTMLButtonElement>()
  private readonly draft = element('span', { class: 'pin-mark draft', hidden: true }, '+')
  private readonly choose: (id: number) => void

  constructor(choose: (id: number) => void) {
    this.choose = choose
    this.root.append(this.draft)
  }

  /** Makes the marks of these comments anew. */
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

  /** Puts each mark where its point is seen now; those that are not seen are not there. */
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
