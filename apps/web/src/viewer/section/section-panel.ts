import { aidWords } from '@archwire/contract/measurements/words.ts'
import '../panel-tools.css'
import { element } from '../element.ts'
import type { Cut } from './cutting-plane.ts'

export type SectionPanel = {
  root: HTMLElement
  /** Shows where the cut is, and from where to where it can go. */
  show: (cut: Cut, reach: readonly [number, number]) => void
}

type Actions = { cut: (change: Partial<Cut>) => void; cutAway: (on: boolean) => void; flip: () => void }

const DIRECTIONS = [
  { label: 'Coronal', cut: { level: false, turn: 0 } },
  { label: 'Sagittal', cut: { level: false, turn: 90 } },
  { label: 'Level', cut: { level: true, turn: 0 } },
] as const

/** The controls of the cross-section around its drawing. */
export function sectionPanel(sheet: HTMLElement, actions: Actions): SectionPanel {
  const directions = DIRECTIONS.map(({ label, cut }) => {
    const button = element('button', { type: 'button', class: 'choice' }, label)
    button.addEventListener('click', () => actions.cut({ ...cut, offset: 0 }))
    return button
  })
  const position = slider('Position', 0.1, (offset) => actions.cut({ offset }))
  const turn = slider('Turn', 1, (degrees) => actions.cut({ turn: degrees }))
  const away = element('input', { type: 'checkbox', checked: true })
  away.addEventListener('change', () => actions.cutAway(away.checked))
  const flip = element('button', { type: 'button', class: 'plain' }, 'Other half')
  flip.addEventListener('click', actions.flip)
  const root = element(
    'section',
    { class: 'bar tool-panel section', 'aria-label': 'Cross-section' },
    element('h2', {}, 'Cross-section'),
    element('div', { class: 'choices', role: 'group', 'aria-label': 'Direction' }, ...directions),
    position.root,
    turn.root,
    element('div', { class: 'actions' }, element('label', {}, away, 'Cut away'), flip),
    sheet,
    element('p', { class: 'aid' }, aidWords),
  )
  return {
    root,
    show: (cut, [least, most]) => {
      DIRECTIONS.forEach(({ cut: { level, turn: degrees } }, at) =>
        directions[at]!.setAttribute(
          'aria-pressed',
          String(cut.level === level && (level || Math.abs(cut.turn - degrees) < 0.5)),
        ),
      )
      position.show(cut.offset, least, most, `${cut.offset.toFixed(1)} mm`)
      turn.show(cut.turn, -90, 90, `${cut.turn.toFixed(0)}°`)
      turn.root.hidden = cut.level
    },
  }
}

function slider(label: string, step: number, change: (value: number) => void) {
  const input = element('input', { type: 'range', step, 'aria-label': label })
  const words = element('output', {})
  input.addEventListener('input', () => change(input.valueAsNumber))
  return {
    root: element('label', { class: 'slide' }, element('span', {}, label), input, words),
    show: (value: number, least: number, most: number, text: string) => {
      input.min = String(least)
      input.max = String(most)
      input.value = String(value)
      input.setAttribute('aria-valuetext', text)
      words.textContent = text
    },
  }
}
