import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { Decision } from './decision.tsx'

const can = ['approve', 'request_changes'] as const
const button = (name: string) => page.getByRole('button', { name, exact: true })
const look = page.getByRole('link', { name: 'Look at the setup' })

/** The decision on a setup that is shown as soon as the test says so. */
async function decide(setup_viewer_id: string | null = 'made') {
  let show = () => {}
  answersAt({ '/patients/7/pins': { pins: [] } })
  const screen = await showPage(() => {
    const [setup_shown, setShown] = useState(false)
    show = () => setShown(true)
    return <Decision patient={givenCase({ can, setup_shown, setup_viewer_id })} onDone={() => {}} />
  })
  await expect.element(button('Approve setup')).toBeVisible()
  return { ...screen, show: () => show() }
}

test('until the setup was shown the main button leads to it, then it approves (cases/looks-first)', async () => {
  const screen = await decide()
  await expect.element(look).toHaveAttribute('href', '/3dviewer/made/organization/2/patient/7/C-7')
  expect(button('Approve setup').element()).toHaveAttribute('data-variant', 'default')
  await button('Approve setup').click()
  const question = page.getByRole('dialog', { name: 'Approve the setup of Ada Byron?' })
  await expect.element(question.getByText('You have not viewed this setup in 3D yet.')).toBeVisible()
  await expect.element(question.getByRole('link', { name: 'Look first' })).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Approve without looking' })).not.toHaveFocus()
  await question.getByRole('button', { name: 'Cancel' }).click()

  screen.show()
  await expect.element(look).not.toBeInTheDocument()
  expect(button('Approve setup').element()).toHaveAttribute('data-variant', 'filled')
  await button('Approve setup').click()
  await expect.element(question.getByRole('button', { name: 'Approve setup' })).toHaveFocus()
  expect(question.getByRole('link', { name: 'Look first' }).elements()).toEqual([])
  await screen.unmount()
})

test('a setup that cannot be shown yet is nothing to look at, and is not approved by the main button', async () => {
  const screen = await decide(null)
  expect(look.elements()).toEqual([])
  expect(button('Approve setup').element()).toHaveAttribute('data-variant', 'default')
  await button('Approve setup').click()
  await expect.element(page.getByText(/This setup cannot be shown in 3D yet/)).toBeVisible()
  await screen.unmount()
})

test('on a phone no button moves when the model was drawn', async () => {
  await page.viewport(390, 844)
  const screen = await decide()
  const places = () =>
    ['Ask for changes', 'Approve setup'].map((name) => {
      const { x, y, width, height } = button(name).element().getBoundingClientRect()
      return { name, x, y, width, height }
    })
  const before = places()
  // In reach of the thumb.
  expect(before[0]!.y).toBeGreaterThan(760)
  screen.show()
  await expect.element(look).not.toBeInTheDocument()
  expect(places()).toEqual(before)
  await screen.unmount()
  await page.viewport(1280, 800)
})

test('an approval names the arch that has no setup, and what is really printed (cases/setup-arches)', async () => {
  answersAt({ '/patients/7/pins': { pins: [] } })
  const rx_form = { id: 8, jaws_id: 3, export_type: 1, print_assignment: 1, products_list: 16 } as never
  const patient_files = [{ id: 1, kind: 'setup', patient_file_type_id: patientFileTypes.stl.id, jaws_id: 1 }] as never
  const screen = await showPage(() => (
    <Decision patient={givenCase({ can, rx_form, patient_files })} onDone={() => {}} />
  ))
  await button('Approve setup').click()
  const question = page.getByRole('dialog', { name: 'Approve the setup of Ada Byron?' })
  await expect.element(question.getByText('The setup has no mandibular arch; both are ordered.')).toBeVisible()
  await expect.element(question.getByText(/prints the maxillary trays/)).toBeVisible()
  const approve = question.getByRole('button', { name: 'Approve without the mandibular arch' })
  await expect.element(approve).toBeEnabled()
  await expect.element(approve).not.toHaveFocus()
  await screen.unmount()
})
