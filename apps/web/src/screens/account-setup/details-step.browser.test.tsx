import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { begunSetup, givenDetails, givenSetupServer, refusal, showSetup } from '../../../test/given-setup.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const select = (name: string) => page.getByRole('combobox', { name })
const next = button('Next')
const heading = (name: string) => page.getByRole('heading', { level: 2, name })
const card = '4242 4242-4242 4242'
const noCards = 'Do not enter card or account numbers here.'

test('Next saves the details and leads on; every one is needed, the answer, too', async () => {
  const server = givenSetupServer(begunSetup, [])
  const saves: unknown[] = []
  server.save = (body) => void saves.push(body)
  const screen = await showSetup('1')
  await expect.element(field('First Name')).toHaveValue('Ada')
  await expect.element(field('Email')).toHaveValue('ada@example.com')
  // It is the owner's own, and the second line is optional.
  await expect.element(field('Email')).toHaveAttribute('readonly')
  await field('Street Address Line 2').fill(' Suite 4 ')
  await expect.element(next).toBeDisabled()
  await field('Name of the practice').fill(' Larimer Orthodontics ')
  await field('Phone Number').fill('+1 303 555 0142')
  await field('Street Address').fill('1200 Larimer Street')
  await field('City').fill('Denver')
  await select('State').selectOptions('CO')
  await field('Zip Code').fill('80204')
  await expect.element(next).toBeDisabled()
  await select('How did you hear about us?').selectOptions('A conference')
  await next.click()
  await expect.element(heading('Payment method')).toHaveFocus()
  const { survey_response_other: _, ...sent } = givenDetails
  expect(saves).toEqual([{ ...sent, street_address_line_2: 'Suite 4' }])
  // What is saved already is not sent again.
  await button('Back').click()
  await next.click()
  await expect.element(heading('Payment method')).toHaveFocus()
  expect(saves).toHaveLength(1)
  await screen.unmount()
})

test.each([
  ['Name of the practice', '', 'Required'],
  ['Name of the practice', card, noCards],
  ['First Name', '', 'Required'],
  ['First Name', card, noCards],
  ['Last Name', '', 'Required'],
  ['Phone Number', '', 'Required'],
  ['Phone Number', '1035550142', 'Invalid phone number.'],
  ['Phone Number', '+1 303 555 0142 x12', 'Enter the number without its extension.'],
  ['Phone Number', '+03035550142', 'Invalid phone number.'],
  ['Phone Number', '+123456', 'Invalid phone number.'],
  ['Phone Number', '+1234567890123456', 'Invalid phone number.'],
  ['Street Address', '', 'Required'],
  ['Street Address', `Suite ${card}`, noCards],
  ['Street Address Line 2', `Suite ${card}`, noCards],
  ['City', '', 'Required'],
  ['Zip Code', '', 'Required'],
])('%s: "%s" is answered with "%s"', async (name, text, message) => {
  givenSetupServer()
  const screen = await showSetup('1')
  await field(name).fill(text)
  await userEvent.keyboard('{Tab}')
  await expect.element(field(name)).toHaveAccessibleDescription(new RegExp(`^${message.replace('.', String.raw`\.`)}`))
  await expect.element(next).toBeDisabled()
  await button('Cancel').click()
  await screen.unmount()
})

test.each([
  ['+1234567', 'the shortest phone number'],
  ['+123456789012345', 'the longest phone number'],
  ['+4242424242424', 'a phone number like the number of a card'],
])('%s is %s', async (number) => {
  givenSetupServer()
  const screen = await showSetup('1')
  await field('Phone Number').fill(number)
  await expect.element(next).toBeEnabled()
  await button('Cancel').click()
  await screen.unmount()
})

test('the state is one of the list in the USA, and elsewhere free or none', async () => {
  givenSetupServer({ account_details: { ...givenDetails, state: '' } })
  const screen = await showSetup('1')
  await expect.element(select('State')).toBeVisible()
  await expect.element(next).toBeDisabled()
  await select('Country').selectOptions('HKG')
  await field('Zip Code').clear()
  await expect.element(next).toBeEnabled()
  await select('Country').selectOptions('DEU')
  await expect.element(field('Zip Code')).toBeRequired()
  await field('State').fill('Bayern')
  await field('Zip Code').fill('10115')
  await expect.element(next).toBeEnabled()
  await button('Cancel').click()
  await screen.unmount()
})

test('the question has to be answered, and Other in words', async () => {
  const server = givenSetupServer({ account_details: { ...givenDetails, survey_answer_id: null }, is_saved: false })
  const saves: unknown[] = []
  server.save = (body) => void saves.push(body)
  const screen = await showSetup('1')
  const question = select('How did you hear about us?')
  await question.selectOptions('A conference')
  await question.selectOptions('Choose…')
  await expect.element(question).toHaveAccessibleDescription('Must not be empty.')
  await expect.element(next).toBeDisabled()
  await question.selectOptions('Other')
  const other = field('Please specify')
  await other.fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(other).toBeVisible()
  await expect.element(next).toBeDisabled()
  await other.fill(card)
  await userEvent.keyboard('{Tab}')
  await expect.element(other).toHaveAccessibleDescription(noCards)
  await other.fill(' ')
  await userEvent.keyboard('{Tab}')
  await expect.element(other).toHaveAccessibleDescription('Required')
  await other.fill('A podcast')
  await next.click()
  await expect
    .poll(() => saves)
    .toEqual([{ ...givenDetails, survey_answer_id: 7, survey_response_other: 'A podcast', version: 1 }])
  await screen.unmount()
})

test('without a question nothing is asked, and what is known can be saved as it is', async () => {
  const server = givenSetupServer({ account_details: { ...givenDetails, survey_answer_id: null }, is_saved: false })
  server.question = null
  const saves: unknown[] = []
  server.save = (body) => void saves.push(body)
  const screen = await showSetup('1')
  await next.click()
  const { survey_answer_id: _, survey_response_other: __, ...sent } = givenDetails
  await expect.poll(() => saves).toEqual([{ ...sent, version: 1 }])
  await screen.unmount()
})

test('a refusal is shown at its field', async () => {
  const server = givenSetupServer()
  server.save = () => refusal({ city: ['This city is unknown.'] }, 422)
  const screen = await showSetup('1')
  await field('City').fill('Elsewhere')
  await next.click()
  await expect.element(field('City')).toHaveAccessibleDescription('This city is unknown.')
  await expect.element(field('City')).toHaveFocus()
  await button('Cancel').click()
  await screen.unmount()
})

test('what is not saved stays while one goes from step to step, and the last step says so', async () => {
  givenSetupServer()
  const screen = await showSetup('1')
  await field('City').fill('Boulder')
  await button('Payment method (done)').click()
  await next.click()
  await expect.element(page.getByText(/^Your changes to the account details are not saved yet\./)).toBeVisible()
  await button('Show the details').click()
  await expect.element(field('City')).toHaveValue('Boulder')
  await button('Cancel').click()
  await expect.element(field('City')).toHaveValue('Denver')
  await screen.unmount()
})

test('details that cannot be changed now are read', async () => {
  givenSetupServer({
    account_details: { ...givenDetails, street_address_line_2: 'Suite 4' },
    can: { update: false, purchase: true },
  })
  const screen = await showSetup('1')
  await expect.element(page.getByText('1200 Larimer Street, Suite 4, Denver, CO 80204, USA')).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  await next.click()
  await expect.element(heading('Payment method')).toBeVisible()
  await screen.unmount()
})
