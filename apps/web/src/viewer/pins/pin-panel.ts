import type { Pin } from '@archwire/contract/pins/routes.ts'
import { element } from '../element.ts'
import { icon } from '../icons.ts'
import { statusOf } from './pin-words.ts'
import { authorName } from '../../lib/author-name.ts'

export type PinActions = {
  choose: (pin: Pin) => void
  complete: (pin: Pin, done: boolean) => void
  edit: (pin: Pin) => void
  remove: (pin: Pin) => void
  /** Loads the list again, after an error. */
  again: () => void
}

/** Below this width the list starts closed: it would cover the model. */
const ROOMY = 900

/** The list of comments: number, text, author, a checkbox for done; the chosen one has buttons to edit and remove it. */
export class PinPanel {
  readonly root = element('section', { class: 'bar pins', 'aria-label': 'Comments', hidden: true })
  private readonly actions: PinActions
  private open = window.innerWidth >= ROOMY
  private removing: number | null = null
  private pins: readonly Pin[] = []
  private chosen: number | null = null
  private trouble: string | null = null

  constructor(actions: PinActions) {
    this.actions = actions
  }

  show(pins: readonly Pin[], chosen: number | null, trouble: string | null): void {
    Object.assign(this, { pins, chosen, trouble })
    if (chosen !== this.removing) this.removing = null
    this.refresh()
  }

  /** Opens the list because one of its comments is selected, unless it would cover the model. */
  unfold(): void {
    this.open = window.innerWidth >= ROOMY || this.open
    this.refresh()
  }

  private refresh(): void {
    this.root.hidden = this.pins.length === 0 && this.trouble === null
    const held = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null
    const head = element(
      'button',
      { type: 'button', class: 'head', 'aria-expanded': String(this.open), 'data-key': 'head' },
      icon('pin'),
      this.pins.length > 0 ? statusOf(this.pins) : 'Comments',
    )
    head.addEventListener('click', () => {
      this.open = !this.open
      this.refresh()
    })
    this.root.replaceChildren(head, ...this.problem())
    if (this.open && this.pins.length > 0) this.root.append(element('ol', {}, ...this.pins.map((pin) => this.row(pin))))
    // The rows are new elements: the focus returns to where it was.
    if (held) this.root.querySelector<HTMLElement>(`[data-key="${held}"]`)?.focus()
  }

  private problem(): HTMLElement[] {
    if (this.trouble === null) return []
    const again = this.button('Try again', 'again', this.actions.again)
    return [element('p', { class: 'trouble', role: 'alert' }, this.trouble, ' ', again)]
  }

  private row(pin: Pin): HTMLElement {
    const done = pin.done_at !== null
    const box = element('input', {
      type: 'checkbox',
      'aria-label': `Comment ${pin.number} is done`,
      'data-key': `done-${pin.id}`,
      disabled: !pin.can.complete,
    })
    box.checked = done
    box.addEventListener('change', () => this.actions.complete(pin, box.checked))
    const words = element(
      'button',
      {
        type: 'button',
        class: 'words',
        'data-key': `pin-${pin.id}`,
        'aria-current': pin.id === this.chosen ? 'true' : null,
      },
      element('span', { class: 'text' }, element('b', {}, `${pin.number}`), ` ${pin.text}`),
      element('small', {}, aboutOf(pin)),
    )
    words.addEventListener('click', () => this.actions.choose(pin))
    const row = element('li', { class: done ? 'done' : '' }, box, words)
    if (pin.id === this.chosen && (pin.can.edit || pin.can.remove)) row.append(this.more(pin))
    return row
  }

  private more(pin: Pin): HTMLElement {
    const more = element('div', { class: 'actions' })
    if (this.removing === pin.id)
      more.append(
        element('span', {}, 'Remove it permanently?'),
        this.button('Keep', `keep-${pin.id}`, () => this.askToRemove(null)),
        this.button('Remove', `really-${pin.id}`, () => this.actions.remove(pin)),
      )
    else {
      if (pin.can.edit) more.append(this.button('Edit', `edit-${pin.id}`, () => this.actions.edit(pin)))
      if (pin.can.remove) more.append(this.button('Remove', `remove-${pin.id}`, () => this.askToRemove(pin.id)))
    }
    return more
  }

  private askToRemove(id: number | null): void {
    const asked = this.removing ?? id
    this.removing = id
    this.refresh()
    this.root.querySelector<HTMLElement>(`[data-key="${id === null ? 'remove' : 'keep'}-${asked}"]`)?.focus()
  }

  private button(label: string, key: string, act: () => void): HTMLButtonElement {
    const created = element('button', { type: 'button', class: 'plain', 'data-key': key }, label)
    created.addEventListener('click', act)
    return created
  }
}

/** "Olga Owner · done by Tina Tech", "Lab: Tina Tech · on an earlier version". */
function aboutOf({ author, done_by, is_earlier }: Pin): string {
  const said = authorName(author)
  return [
    said,
    ...(done_by ? [`done by ${done_by.full_name}`] : []),
    ...(is_earlier ? ['on an earlier version'] : []),
  ].join(' · ')
}
