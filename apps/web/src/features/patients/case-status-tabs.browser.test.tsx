import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { CaseStatusTabs, questionsTab } from './case-status-tabs.tsx'

const tab = page.getByRole('button', { name: /^Questions to you/ })

test('questions of the lab have a tab that says they wait, while there are some or it is chosen (work/practice-list)', async () => {
  const onChange = vi.fn<(value: string) => void>()
  const tabs = (questions: number, value = '') => (
    <CaseStatusTabs value={value} onChange={onChange} questions={questions} />
  )
  const screen = await show(tabs(0))
  expect(tab.elements()).toEqual([])
  await screen.rerender(tabs(2))
  await expect.element(tab).toMatchTextContent('Questions to you2')
  await expect.element(tab).toHaveAttribute('title', 'Waits for you')
  await tab.click()
  expect(onChange).toHaveBeenCalledWith(questionsTab)
  await screen.rerender(tabs(0, questionsTab))
  await expect.element(tab).toHaveAttribute('aria-pressed', 'true')
})
