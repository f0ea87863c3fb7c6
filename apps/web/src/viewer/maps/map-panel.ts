import '../panel-tools.css'
import { element } from '../element.ts'
import type { Legend } from './color-scale.ts'

/** A color scale with its values below, and a description of what it shows. */
export function legendOf({ gradient, marks }: Legend, words: string): HTMLElement {
  const canvas = element('canvas', { width: 256, height: 1, 'aria-hidden': 'true' })
  const pen = canvas.getContext('2d')
  if (pen) {
    const colors = pen.createLinearGradient(0, 0, 256, 0)
    for (const { share, color } of gradient) colors.addColorStop(share, `rgb(${color.join(' ')})`)
    pen.fillStyle = colors
    pen.fillRect(0, 0, 256, 1)
  }
  const values = marks.map(({ share, label }) => {
    const value = element('span', {}, label)
    value.style.left = `${share * 100}%`
    return value
  })
  return element(
    'div',
    { class: 'legend', role: 'img', 'aria-label': `Colors in millimeters: ${words}` },
    canvas,
    element('div', { class: 'values' }, ...values),
    element('small', {}, `mm. ${words}`),
  )
}

/** Figures by arch: a column each. */
export function figureTable(heads: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const cells = (name: 'td' | 'th', row: readonly string[]) =>
    row.map((words, at) =>
      element(at === 0 ? 'th' : name, { scope: name === 'th' ? 'col' : at === 0 ? 'row' : null }, words),
    )
  return element(
    'table',
    { class: 'figures' },
    element('thead', {}, element('tr', {}, ...cells('th', ['', ...heads]))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...cells('td', row)))),
  )
}

/** A choice from a list under its label. */
export function chooser<Value extends string>(
  label: string,
  options: readonly { value: Value; label: string }[],
  chosen: Value,
  act: (value: Value) => void,
): HTMLElement {
  const select = element(
    'select',
    {},
    ...options.map((option) =>
      element('option', { value: option.value, selected: option.value === chosen }, option.label),
    ),
  )
  select.addEventListener('change', () => act(select.value as Value))
  return element('label', { class: 'chooser' }, element('span', {}, label), select)
}

/** A checkbox. */
export function tick(label: string, on: boolean, act: (on: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: on })
  box.addEventListener('change', () => act(box.checked))
  return element('label', {}, box, label)
}

/** "+0.25 mm"; with a proper minus sign. */
export const signedMm = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)} mm`.replace('-', '−')
