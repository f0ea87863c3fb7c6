import type { Tooth } from '@archwire/contract/rx-forms/teeth.ts'
import { settleTeeth } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import ToothChartEditor from './tooth-chart-editor.tsx'

const tooth = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^Tooth ${name},`) })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const height = page.getByRole('textbox', { name: 'Height (mm)' })
const note = page.getByRole('textbox', { name: 'Note' })

/** As in a form: what is said settles at once. Returns the chart as it is by then. */
async function showChart(start: Tooth[] = [], jaws: 1 | 2 | 3 = 3): Promise<() => Tooth[]> {
  let now = start
  function InForm() {
    const [chart, setChart] = useState(start)
    const change = (next: Tooth[]) => {
      now = settleTeeth(next, jaws)
      setChart(now)
    }
    return <ToothChartEditor chart={chart} jaws={jaws} numbering="fdi" onChange={change} />
  }
  await show(<InForm />)
  return () => now
}
const said = (number: number, words: Partial<Tooth>): Tooth => ({
  tooth: number,
  state: 'present',
  no_bracket: false,
  bracket_height: null,
  note: '',
  ...words,
})

test('a press of Shift chooses the range over the midline; what was used gives way to the next choice', async () => {
  const chart = await showChart()
  await tooth('13').click()
  await tooth('23').click({ modifiers: ['Shift'] })
  await expect.element(page.getByRole('group', { name: '6 teeth: 13, 12, 11, 21, 22, 23' })).toBeVisible()
  await button('No bracket').click()
  expect(chart().map((entry) => entry.tooth)).toEqual([13, 12, 11, 21, 22, 23])
  await tooth('46').click()
  await expect.element(page.getByRole('group', { name: 'Tooth 46' })).toBeVisible()
  await expect.element(tooth('13')).toHaveAttribute('aria-selected', 'false')
  // Nothing was said of this one yet: a second one is chosen with it, and leaves when it is pressed again.
  await tooth('36').click()
  await expect.element(page.getByRole('group', { name: '2 teeth: 36, 46' })).toBeVisible()
  await tooth('36').click()
  await expect.element(page.getByRole('group', { name: 'Tooth 46' })).toBeVisible()
})

test('what is pressed already is taken back', async () => {
  const chart = await showChart()
  await tooth('18').click()
  await button('Missing').click()
  await expect.element(button('Missing')).toHaveAttribute('aria-pressed', 'true')
  expect(chart()).toEqual([said(18, { state: 'missing' })])
  await button('Missing').click()
  expect(chart()).toEqual([])
})

test('a height with a comma is one; what is none stays in its field, and out of the chart', async () => {
  const chart = await showChart([said(21, { bracket_height: 4 })])
  await tooth('11').click()
  await tooth('21').click()
  await expect.element(height).toHaveAttribute('placeholder', 'several')
  const heights = () => chart().map(({ bracket_height }) => bracket_height)
  await height.click()
  await userEvent.keyboard('4,5{Tab}')
  expect(heights()).toEqual([4.5, 4.5])
  // Half of a number is another one: key by key nothing is taken over, and what is none keeps the keyboard.
  await height.click()
  await userEvent.keyboard('{Control>}a{/Control}12')
  await expect.element(page.getByText('0.5 to 10 mm, in tenths')).toBeVisible()
  expect(heights()).toEqual([4.5, 4.5])
  await userEvent.keyboard('{Enter}')
  await expect.element(height).toHaveFocus()
  await button('Done').click()
  await expect.element(height).toHaveFocus()
  await expect.element(height).toHaveValue('12')
  expect(heights()).toEqual([4.5, 4.5])
  await height.fill('')
  await button('Done').click()
  expect(chart()).toEqual([])
})

test('a note keeps its spaces while it is typed; Undo takes it back as a whole, Enter submits no form', async () => {
  let submits = 0
  const start = [said(11, { state: 'extract' })]
  let now = start
  function InForm() {
    const [chart, setChart] = useState(start)
    return (
      <form onSubmit={() => (submits += 1)}>
        <ToothChartEditor chart={chart} jaws={3} numbering="fdi" onChange={(next) => setChart((now = next))} />
      </form>
    )
  }
  await show(<InForm />)
  await tooth('11').click()
  await note.click()
  await userEvent.keyboard('Root canal ')
  await expect.element(note).toHaveValue('Root canal ')
  expect(now).toEqual([said(11, { state: 'extract', note: 'Root canal' })])
  await userEvent.keyboard('{Enter}')
  await expect.element(tooth('11')).toHaveFocus()
  expect(submits).toBe(0)
  await button('Undo').click()
  expect(now).toEqual(start)
  await expect.element(button('Undo')).toBeDisabled()
})

test('of an arch that is not treated nothing is said of brackets', async () => {
  const chart = await showChart([], 1)
  await expect.element(page.getByText(/^The lower arch is not treated/)).toBeVisible()
  await tooth('36').click()
  await expect.element(button('No bracket')).toBeDisabled()
  await expect.element(height).toBeDisabled()
  await button('Missing').click()
  expect(chart()).toEqual([said(36, { state: 'missing' })])
  await tooth('16').click()
  await expect.element(button('No bracket')).toBeEnabled()
})

test('deciduous teeth come on demand, stay while anything is said of them, and are there once it is', async () => {
  const chart = await showChart()
  const shown = page.getByRole('checkbox', { name: 'Deciduous teeth' })
  await shown.click()
  await tooth('55').click()
  await height.fill('3')
  await userEvent.keyboard('{Tab}')
  expect(chart()).toEqual([said(55, { bracket_height: 3 })])
  await expect.element(shown).toBeDisabled()
  await button('Present').click()
  expect(chart()).toEqual([])
  await shown.click()
  await expect.element(tooth('55')).not.toBeInTheDocument()
})
