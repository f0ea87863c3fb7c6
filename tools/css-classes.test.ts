import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brokenClasses, classesOf, usedOf } from './css-classes.ts'

it('every class that the client uses is declared, and the other way round', () => {
  expect(brokenClasses(join(import.meta.dirname, '..'))).toEqual([])
})

it('reads the classes of a sheet', () => {
  const css = `/* .no */ .row, .row:hover > .cell { margin: 0.5em } @media (max-width: 48em) { .wide-row { top: 1.5px } }`
  expect([...classesOf(css)]).toEqual(['row', 'cell', 'wide-row'])
})

it('reads what a source uses', () => {
  const text = 'className={on ? `${styles.row} ${shared.cell}` : styles.off}; other.styles.no'
  expect([...usedOf(text, 'styles')]).toEqual(['row', 'off'])
  expect([...usedOf("at={end === 'from'} className={styles.to} name='end'", 'styles')]).toEqual(['to'])
})
