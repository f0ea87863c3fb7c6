import { expect, test } from 'vitest'
import { givenCase } from '../../../test/given-case.ts'
import { show } from '../../../test/show.tsx'
import { IosFiles } from './ios-files.tsx'

const drop = (screen: Awaited<ReturnType<typeof show>>, ...names: string[]) => {
  const input = screen.container.querySelector<HTMLInputElement>('input[type=file]')!
  const files = new DataTransfer()
  for (const name of names) files.items.add(new File(['scan'], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('two desktop files at once are asked about before anything travels (scans/limits)', async () => {
  const screen = await show(<IosFiles patient={givenCase({ patient_files: [], can: ['add_ios'] })} />)
  drop(screen, 'a.ios', 'b.ios')
  const question = screen.getByRole('dialog', { name: 'Multiple IOS files have been found.' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('No IOS files yet.')).toBeVisible()
  expect(screen.getByText('a.ios').elements()).toEqual([])
})

test('what is no desktop file is refused by its name (scans/left-alone)', async () => {
  const screen = await show(<IosFiles patient={givenCase({ patient_files: [], can: ['add_ios'] })} />)
  drop(screen, 'a.txt')
  await expect.element(screen.getByText('Invalid IOS file provided', { exact: false })).toBeVisible()
})
