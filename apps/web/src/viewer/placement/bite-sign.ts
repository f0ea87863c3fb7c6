import { element } from '../element.ts'
import { icon } from '../icons.ts'
import { signWords } from './bite-words.ts'
import type { BiteSign } from './place-scans.ts'

/** Says beside the arches whether they are in their bite; pressing it opens the tool that places them. */
export class BiteSignButton {
  readonly root = element('button', { type: 'button', class: 'bite-sign', hidden: true })
  /** Called when it is pressed. */
  onPress: () => void = () => undefined

  constructor() {
    this.root.addEventListener('click', () => this.onPress())
  }

  /** `by`: who placed them, if somebody did; null while they were moved and not saved. */
  show(sign: BiteSign, by: string | null, mayPlace: boolean, isHeld = false): void {
    this.root.hidden = sign === null && !isHeld
    if (this.root.hidden) return
    this.draw(isHeld ? 'turned' : sign!, isHeld ? 'Moved, not saved' : null, by, mayPlace)
  }

  private draw(sign: Exclude<BiteSign, null>, said: string | null, by: string | null, mayPlace: boolean): void {
    const named =
      (sign === 'placed' || sign === 'turned') && by
        ? `${sign === 'placed' ? 'Placed' : 'Turned'} by ${by}`
        : signWords[sign]
    const words = said ?? named
    this.root.dataset['sign'] = sign
    this.root.disabled = !mayPlace
    this.root.setAttribute('aria-label', mayPlace ? `${words}. Place the arches` : words)
    this.root.title = mayPlace ? 'Place the arches (B)' : words
    this.root.replaceChildren(
      icon(sign === 'in_bite' || sign === 'placed' ? 'check' : 'warning'),
      element('span', {}, words),
    )
  }
}
