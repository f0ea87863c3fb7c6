import { figureWords } from '@archwire/contract/measurements/geometry.ts'
import { measureKinds, type Jaw, type MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import type { Measurement } from '@archwire/contract/measurements/routes.ts'
import { tableOf, type Figure } from '@archwire/contract/measurements/table.ts'
import { boltonTeeth, type BoltonRatio } from '@archwire/contract/measurements/teeth.ts'
import {
  aidWords,
  boltonNormWords,
  boltonTitles,
  boltonWords,
  measurementWords,
} from '@archwire/contract/measurements/words.ts'
import { element } from '../element.ts'
import { icon } from '../icons.ts'
import { measureKeys } from '../tool-table.ts'
import { jawsOf, type Draft, type Placed } from './drafts.ts'
import { shortWords } from './measure-words.ts'
import type { Place } from './next-place.ts'
import { placeSelect } from './place-select.ts'

export interface PanelActions {
  choose: (kind: MeasureKind) => void
  /** Deselects the tool. */
  end: () => void
  /** Sets where the next one goes. */
  choosePlace: (place: Placed) => void
  /** Sets where a draft was taken. */
  move: (draft: Draft, place: Placed) => void
  discard: (draft: Draft) => void
  save: (drafts: readonly Draft[]) => void
  remove: (measurement: Measurement) => void
  show: (saved: boolean) => void
  /** Fetches the list again. */
  again: () => void
}

export interface PanelState {
  kind: MeasureKind | null
  next: (Placed & { jaws: readonly Jaw[] }) | null
  drafts: readonly Draft[]
  saved: readonly Measurement[]
  showSaved: boolean
  /** Whether the scans belong to a case. */
  isCase: boolean
  maySave: boolean
  busy: boolean
  trouble: string | null
}

/** Below this width (see small-screens.css) the saved list starts folded: it would cover the model. */
const ROOMY = 900

/** What can be measured, what has been, and which of it is saved. */
export class MeasurePanel {
  readonly root = element('section', { class: 'bar measures', 'aria-label': 'Measurements', hidden: true })
  private readonly body = element('div', { class: 'body' })
  /** Announces the newest figure to screen readers. */
  private readonly said = element('output', { class: 'heard' })
  private readonly actions: PanelActions
  private open = window.innerWidth >= ROOMY
  private removing: number | null = null
  private state: PanelState | null = null

  constructor(actions: PanelActions) {
    this.actions = actions
    this.root.append(this.body, this.said)
    this.root.addEventListener('keydown', (event) => {
      // Letters and digits select in a list here, and do not turn the model.
      if (event.target instanceof HTMLSelectElement) event.stopPropagation()
      if (event.key === 'Escape') actions.end()
    })
  }

  show(state: PanelState): void {
    const newest = state.drafts.at(-1)
    if (state.drafts.length > (this.state?.drafts.length ?? 0) && newest) this.said.textContent = draftWords(newest)
    this.state = state
    if (!state.saved.some(({ id }) => id === this.removing)) this.removing = null
    this.refresh()
  }

  private refresh(): void {
    const { state } = this
    if (!state) return
    const scrolled = this.root.querySelector('.figures')?.scrollTop ?? 0
    const held = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null
    this.body.replaceChildren(
      element('div', { class: 'top' }, this.kinds(state), ...this.nextPlace(state)),
      ...this.drafts(state),
      ...this.problem(state),
      ...this.figures(state),
      element('p', { class: 'aid' }, aidWords),
    )
    // Everything is rebuilt; scroll position and focus stay where they were.
    this.scroll('.figures', scrolled)
    this.scroll('.drafts', Infinity)
    if (held) this.root.querySelector<HTMLElement>(`[data-key="${held}"]`)?.focus()
  }

  private scroll(part: string, to: number): void {
    const found = this.root.querySelector(part)
    if (found) found.scrollTop = Math.min(to, found.scrollHeight)
  }

  private kinds({ kind }: PanelState): HTMLElement {
    const buttons = (Object.keys(measureKinds) as MeasureKind[]).map((each) => {
      const { label } = measureKinds[each]
      const button = this.button(
        'kind',
        `kind-${each}`,
        () => this.actions.choose(each),
        icon(each),
        element('span', {}, label),
      )
      button.title = label
      button.append(element('kbd', { 'aria-hidden': 'true' }, measureKeys[each]))
      button.setAttribute('aria-pressed', String(each === kind))
      button.setAttribute('aria-keyshortcuts', measureKeys[each])
      return button
    })
    return element('div', { class: 'kinds', role: 'group', 'aria-label': 'What is measured' }, ...buttons)
  }

  private nextPlace({ kind, next }: PanelState): HTMLElement[] {
    if (!next || (kind !== 'arch_width' && kind !== 'tooth_size')) return []
    const select = placeSelect(kind, next.jaws, next, this.actions.choosePlace)
    select.setAttribute('data-key', 'next')
    return [element('label', { class: 'next' }, element('span', {}, 'Next'), select)]
  }

  private drafts(state: PanelState): HTMLElement[] {
    const { drafts, isCase, maySave, busy } = state
    if (drafts.length === 0) return []
    const list = element(
      'ol',
      { class: 'drafts', 'aria-label': 'On this screen' },
      ...drafts.map((draft) => this.draft(draft, state)),
    )
    if (!isCase) return [list]
    if (!maySave)
      return [list, element('p', { class: 'aid' }, 'They are only on this screen. Nothing can be saved on this case.')]
    const words = drafts.length === 1 ? 'Save on the case' : `Save ${drafts.length} on the case`
    const save = element('button', { type: 'button', class: 'primary', 'data-key': 'save', disabled: busy }, words)
    save.addEventListener('click', () => this.actions.save(drafts))
    return [list, save]
  }

  private draft(draft: Draft, { drafts, maySave, busy }: PanelState): HTMLElement {
    const { kind, jaw, place, value, id } = draft
    const words = draftWords(draft)
    const at: { jaw: Jaw; place: Place } | null = jaw !== null && place !== null ? { jaw, place } : null
    const label =
      at && (kind === 'arch_width' || kind === 'tooth_size')
        ? placeSelect(kind, jawsOf(draft.spots), at, (to) => this.actions.move(draft, to))
        : element('span', {}, measureKinds[kind].label)
    if (at) label.setAttribute('data-key', `place-${place}`)
    const row = element('li', { class: 'draft' }, label, element('strong', {}, figureWords(kind, value)))
    if (maySave && drafts.length > 1) {
      const save = this.button('sign', `save-${id}`, () => this.actions.save([draft]), icon('check'))
      save.setAttribute('aria-label', `Save ${words} on the case`)
      save.title = 'Save on the case'
      save.disabled = busy
      row.append(save)
    }
    const discard = this.button('sign', `discard-${id}`, () => this.actions.discard(draft), icon('close'))
    discard.setAttribute('aria-label', `Remove ${words}`)
    row.append(discard)
    return row
  }

  private problem({ trouble }: PanelState): HTMLElement[] {
    if (trouble === null) return []
    const again = this.button('plain', 'again', this.actions.again, 'Load again')
    return [element('p', { class: 'trouble', role: 'alert' }, trouble, ' ', again)]
  }

  /** The saved measurements, and the summary of the teeth; folded away where there is little room. */
  private figures(state: PanelState): HTMLElement[] {
    const { saved, showSaved } = state
    const bolton = this.bolton(state)
    if (saved.length === 0 && bolton.length === 0) return []
    const words = saved.length > 0 ? `${saved.length} saved on the case` : 'Bolton analysis'
    const head = this.button('head', 'head', () => this.fold(), words)
    head.setAttribute('aria-expanded', String(this.open))
    const bar = element('div', { class: 'saved-bar' }, head)
    if (saved.length > 0) {
      const box = element('input', { type: 'checkbox', 'data-key': 'show' })
      box.checked = showSaved
      box.addEventListener('change', () => this.actions.show(box.checked))
      bar.append(element('label', {}, box, 'Show'))
    }
    return this.open ? [bar, element('div', { class: 'figures' }, ...bolton, ...this.saved(state))] : [bar]
  }

  private saved(state: PanelState): HTMLElement[] {
    const { archWidths, toothSizes, others } = tableOf(state.saved)
    const rows = [
      ...archWidths.flatMap(({ upper, lower }) => [upper, lower].filter((width) => width !== null)),
      ...toothSizes.map(({ measurement }) => measurement),
      ...others,
    ]
    if (rows.length === 0) return []
    return [
      element('ol', { 'aria-label': 'Saved on the case' }, ...rows.map((measurement) => this.row(measurement, state))),
    ]
  }

  private fold(): void {
    this.open = !this.open
    this.refresh()
  }

  private row(measurement: Measurement, { busy }: PanelState): HTMLElement {
    const words = shortWords(measurement)
    const said = element('span', { title: `${words}, by ${measurement.author.full_name}` }, words)
    if (measurement.is_earlier) said.append(element('small', {}, 'on an earlier version'))
    const row = element('li', {}, said, element('strong', {}, figureWords(measurement.kind, measurement.value)))
    if (measurement.can.remove) {
      const remove = this.button(
        'sign',
        `remove-${measurement.id}`,
        () => this.askToRemove(measurement.id),
        icon('close'),
      )
      remove.setAttribute('aria-label', `Remove ${measurementWords(measurement)}`)
      row.append(remove)
    }
    if (this.removing === measurement.id) {
      const really = this.button('plain', `really-${measurement.id}`, () => this.actions.remove(measurement), 'Remove')
      really.disabled = busy
      const keep = this.button('plain', `keep-${measurement.id}`, () => this.askToRemove(null), 'Keep')
      row.append(element('div', { class: 'actions' }, element('span', {}, 'Remove it permanently?'), keep, really))
    }
    return row
  }

  private askToRemove(id: number | null): void {
    const asked = this.removing ?? id
    this.removing = id
    this.refresh()
    this.root.querySelector<HTMLElement>(`[data-key="${id === null ? 'remove' : 'keep'}-${asked}"]`)?.focus()
  }

  /** Of all measurements, saved or not: later ones replace those of the same tooth. */
  private bolton({ drafts, saved }: PanelState): HTMLElement[] {
    const isReplaced = (figure: Figure) =>
      drafts.some(({ kind, place }) => kind === 'tooth_size' && place === figure.place)
    const { bolton } = tableOf<Figure>([...saved.filter((figure) => !isReplaced(figure)), ...drafts])
    if (!bolton) return []
    const lines = (Object.keys(boltonTeeth) as BoltonRatio[]).flatMap((ratio) => {
      const { found } = bolton[ratio]
      const value = found ? `${found.ratio.toFixed(1)} %` : '–'
      return [
        element('dt', { title: `Usual: ${boltonNormWords(ratio)}` }, boltonTitles[ratio]),
        element('dd', {}, element('strong', {}, value)),
        element('dd', { class: 'result' }, boltonWords(ratio, bolton[ratio])),
      ]
    })
    return [element('dl', { class: 'bolton', 'aria-label': 'Bolton analysis' }, ...lines)]
  }

  private button(name: string, key: string, act: () => void, ...words: (Node | string)[]): HTMLButtonElement {
    const created = element('button', { type: 'button', class: name, 'data-key': key }, ...words)
    created.addEventListener('click', act)
    return created
  }
}

const draftWords = (draft: Draft): string => `${shortWords(draft)}, ${figureWords(draft.kind, draft.value)}`
