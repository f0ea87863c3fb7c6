import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { compose, endComposing } from '../../../test/composing.ts'
import { show } from '../../../test/show.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { PickList } from '../pick-list.tsx'
import { ManyField } from './many-field.tsx'
import { createForm } from './store.ts'

/* What is composed, with pinyin or on a phone's keyboard, waits for its end (`screens/composing`). */

/** The Enter with which a person takes over what is composed. */
const composingEnter = (element: Element) =>
  element.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
  )

test('a list is not searched in the middle of it, and Enter opens nothing', async () => {
  const [onSearch, onEnter] = [vi.fn(), vi.fn()]
  const props = { search: '', active: 0, onReset: vi.fn(), delayMs: 0 }
  await show(<FilterBar {...props} placeholder="Search" onSearch={onSearch} onEnter={onEnter} />)
  const field = page.getByRole('searchbox')
  await field.click()
  await compose('w')
  await compose('wang')
  await expect.element(field).toHaveValue('wang')
  composingEnter(field.element())
  // A task later than the timer of a search.
  await new Promise((done) => setTimeout(done, 50))
  expect(onSearch).not.toHaveBeenCalled()
  expect(onEnter).not.toHaveBeenCalled()
  await endComposing('王')
  await vi.waitFor(() => expect(onSearch).toHaveBeenCalled())
  expect(new Set(onSearch.mock.calls.flat())).toEqual(new Set(['王']))
})

test('a search loses what nobody sees', async () => {
  const onSearch = vi.fn()
  await show(<FilterBar search="" active={0} onReset={vi.fn()} delayMs={0} placeholder="Search" onSearch={onSearch} />)
  await page.getByRole('searchbox').fill('\u200bAda\u00a0By\u00adron\ufeff')
  await vi.waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('Ada Byron'))
})

test('a list to pick from asks for nothing in the middle of it, and Enter picks nothing', async () => {
  const [asked, picked] = [vi.fn(), vi.fn()]
  function Pick() {
    const [value, setValue] = useState('')
    const onChange = (text: string) => {
      asked(text)
      setValue(text)
    }
    return (
      <PickList
        label="Practices"
        options={[{ key: 'a', label: 'Alpha' }]}
        onPick={picked}
        search={{ value, onChange, placeholder: 'Find' }}
      />
    )
  }
  await show(<Pick />)
  const field = page.getByRole('combobox')
  await field.click()
  await compose('al')
  await expect.element(field).toHaveValue('al')
  composingEnter(field.element())
  expect(asked).not.toHaveBeenCalled()
  expect(picked).not.toHaveBeenCalled()
  await endComposing('阿')
  await expect.element(field).toHaveValue('阿')
  expect(new Set(asked.mock.calls.flat())).toEqual(new Set(['阿']))
  await userEvent.keyboard('{Enter}')
  expect(picked).toHaveBeenCalledOnce()
})

test('options are not filtered in the middle of it', async () => {
  const options = Array.from({ length: 10 }, (_, id) => ({ id, label: `Person ${id}` }))
  const form = createForm({ initial: { users: [] as number[] }, validate: () => ({}) })
  await show(<ManyField form={form} name="users" label="People" none="None" options={options} />)
  await page.getByRole('searchbox').click()
  await compose('person 7')
  expect(page.getByRole('checkbox').elements()).toHaveLength(10)
  await endComposing('person 7')
  await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(1)
})
