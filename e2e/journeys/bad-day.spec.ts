import type { Locator } from '@playwright/test'
import { sql } from 'kysely'
import { emailOf } from '../../apps/server/src/demo/people.ts'
import { casesIn, expect, test } from '../journey.ts'
import { addFiles, choose, field, fillCase, submitButton } from '../people/doctor.ts'
import { openPalette, palette } from '../people/shell.ts'
import { fillSignIn } from '../people/sign-in.ts'
import { steps } from '../people/technician.ts'
import { modelOn, viewerOn } from '../people/viewer.ts'
import { samples } from '../portal/place.ts'
import { openSecondServer } from '../portal/second-server.ts'

/** What everybody fears of a portal: nothing typed is lost, and every screen tells the truth (`screens/line`, `screens/unsaved`). */

const offline = 'You’re offline.'

test(
  'the line is cut while somebody types, uploads and searches: all of it goes on when it is back',
  { tag: '@long' },
  async ({ page, portal, signIn, watch, picture }) => {
    test.setTimeout(120_000)
    // Some of what a cut line breaks off is logged without a word.
    watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|preload CSS|dynamically imported|^$/)
    const practice = await portal.given.practice()
    await portal.given.case({ practice, form: { first_name: 'Zora', last_name: 'Zimmer' } })
    await portal.given.case({ practice, form: { first_name: 'Ines', last_name: 'Vega' } })
    await signIn(practice.owner)
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await expect(page).toHaveURL(/\?draft=\w+$/)
    const list = await page.context().newPage()
    await list.goto('/patients')
    await expect(casesIn(list)).toHaveCount(2)
    // The parts that say what is wrong load right after the page.
    for (const open of [page, list]) await expect(open.locator('.mantine-Notifications-root').first()).toBeAttached()

    await page.context().setOffline(true)
    await test.step('the form says that it is not saved, the file that it waits, and the list that it is old', async () => {
      await expect(page.getByText(offline)).toBeVisible()
      await field(page, 'First name').fill('Marisol')
      await field(page, 'Last name').fill('Ono')
      await choose(page, 'Impression type', 'Intra-Oral Scan')
      await addFiles(page, 'STL files', [samples.scan])
      await expect(page.getByText(/^Not saved yet\./)).toBeVisible()
      await list.getByRole('searchbox').fill('zimmer')
      await expect(list.getByText(offline)).toBeVisible()
      await expect(list.getByText('This could not be loaded.')).toBeVisible()
      await expect(casesIn(list)).toHaveCount(0)
      await picture(page, 'offline-start-a-case')
      await picture(list, 'offline-list')
      await openPalette(list)
      await expect(page.getByText('Connection lost. The upload will resume by itself.')).toBeVisible({
        timeout: 40_000,
      })
    })

    await page.context().setOffline(false)
    await test.step('the search that was opened on a broken line finds again', async () => {
      await list.keyboard.type('zimm')
      await expect(palette(list).getByRole('option').first()).toContainText('Zimmer')
      await list.keyboard.press('Escape')
    })
    await test.step('nobody presses anything', async () => {
      await expect(page.getByText(/^Draft saved \d\d:\d\d$/)).toBeVisible()
      await expect(page.getByRole('group', { name: 'STL files' }).getByText(/Uploaded/)).toBeVisible()
      await expect(page.getByText(offline)).toBeHidden()
      await expect(casesIn(list)).toHaveCount(1)
      await expect(casesIn(list)).toContainText('Zimmer')
      await list.reload()
      await expect(list.getByRole('link', { name: 'Ono, Marisol' })).toBeVisible()
      await page.reload()
      await expect(field(page, 'Last name')).toHaveValue('Ono')
      await expect(page.getByRole('group', { name: 'STL files' })).toContainText('maxilla-cast-partial.stl')
    })

    await test.step('a case that is opened without a line is shown once there is one', async () => {
      await list.context().setOffline(true)
      await casesIn(list).getByRole('button', { name: 'Details' }).click()
      await expect(list.getByText(offline)).toBeVisible()
      await list.context().setOffline(false)
      await expect(list.getByRole('heading', { level: 1, name: /Zora Zimmer|Ines Vega/ })).toBeVisible()
    })
  },
)

test('a draft that was thrown away is back by one press, and another case can be begun beside it', async ({
  page,
  portal,
  signIn,
}) => {
  const practice = await portal.given.practice()
  await signIn(practice.owner)
  await page.goto(`/organizations/${practice.id}/rx-forms/add`)
  await field(page, 'Last name').fill('Vega')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Start a New Case' }).click()
  await expect(field(page, 'Last name')).toHaveValue('')
  await page.getByRole('link', { name: 'Vega' }).click()
  await expect(field(page, 'Last name')).toHaveValue('Vega')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('The draft was discarded.')).toBeVisible()
  await expect(field(page, 'Last name')).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page, 'Last name')).toHaveValue('Vega')
})

test('who leaves Start A Case while a scan travels is asked', async ({ page, portal, signIn }) => {
  const practice = await portal.given.practice()
  await signIn(practice.owner)
  await page.goto(`/organizations/${practice.id}/rx-forms/add`)
  await choose(page, 'Impression type', 'Intra-Oral Scan')
  const bytes = Buffer.from(portal.given.scan('upper', 61))
  let travels = () => {}
  const line = new Promise<void>((resolve) => (travels = resolve))
  await page.route(/\/storage\//, async (route) => {
    if (route.request().method() === 'PUT') await line
    await route.continue()
  })
  await addFiles(page, 'STL files', [{ name: 'upper.stl', mimeType: 'model/stl', buffer: bytes }] as never)
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const patients = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' })
  await patients.click()
  await expect(question).toContainText('Some files are still uploading.')
  await question.getByRole('button', { name: 'Stay' }).click()
  travels()
  await expect(page.getByRole('group', { name: 'STL files' }).getByText(/Uploaded/)).toBeVisible()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await patients.click()
  await expect(page).toHaveURL(/\/patients$/)
})

test('a session that ends while a note is written: its author finds it again, nobody else does', async ({
  page,
  portal,
  signIn,
  watch,
}) => {
  // The page may ask once more before the stream says that the session is over; a stream that was lost asks itself.
  watch.expect(/401 .*\/api\/v1\/(patients|realtime)/)
  const testCase = await portal.given.case({ stage: 'in_progress' })
  const tech = await portal.person('tech')
  const end = () => sql`update sessions set revoked_at = now() where user_id = ${tech.id}`.execute(portal.db)
  const note = page.getByRole('textbox', { name: 'Tech Notes' })
  const signInAgain = async () => {
    await fillSignIn(page, 'tech')
    await expect(page).toHaveURL(new RegExp(`/patient-workflow/${testCase.id}`))
  }
  await signIn(tech)
  await page.goto(`/patient-workflow/${testCase.id}`)
  await note.fill('The lower arch has a hole at 36.')

  await test.step('the page goes, the words stay', async () => {
    await end()
    await expect(page.getByRole('heading', { name: 'Sign in to Admin Dashboard' })).toBeVisible()
    await expect(page.getByText('Your text is kept as long as this page stays open')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(emailOf('tech'))
    expect(await page.locator('body').textContent()).not.toContain('hole at 36')
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('hole')
    await signInAgain()
    await expect(note).toHaveValue('The lower arch has a hole at 36.')
    await expect(page.getByText('Not saved yet')).toBeVisible()
  })
  // The question comes with what loads right after the page.
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
  await test.step('leaving asks; another person does not find it', async () => {
    await page.getByRole('link', { name: 'Details' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(question).toContainText('Your text in Tech Notes is not saved yet.')
    // Enter pressed twice loses nothing.
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
    await question.getByRole('button', { name: 'Stay' }).click()
    await end()
    await fillSignIn(page, 'supervisor')
    await expect(page).toHaveURL(/\/patients-page$/)
    await page.goto(`/patient-workflow/${testCase.id}`)
    await expect(note).toHaveValue('')
  })
})

test(
  'a session that ends while a comment is written on the setup and a photo travels: both go on',
  { tag: '@long' },
  async ({ page, portal, signIn }) => {
    const doctor = await portal.person('juniper')
    const practice = { ...(await portal.given.practice()), id: await portal.organizationOf('juniper'), owner: doctor }
    const { id } = await portal.given.case({
      practice,
      stage: 'awaiting_approval',
      form: { first_name: 'June', last_name: 'Pinned' },
    })
    const model = modelOn(page, /^Setup: upper arch/)
    const words = viewerOn(page).getByRole('form', { name: 'Comment' }).getByRole('textbox')
    await signIn(doctor)
    await page.goto(`/patient-details/${id}`)
    await expect(model).toBeVisible({ timeout: 60_000 })
    await viewerOn(page).getByRole('button', { name: 'Pin a comment' }).click()
    await model.press('Enter')
    await words.fill('A little lower, please')
    let travels = () => {}
    const line = new Promise<void>((resolve) => (travels = resolve))
    await page.route(/\/storage\//, async (route) => {
      if (route.request().method() === 'PUT') await line
      await route.continue()
    })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Add photos/ }).click()
    await (await chooser).setFiles([samples.photo])
    await expect(page.getByText('case-a-frontal.jpg')).toBeVisible()

    await sql`update sessions set revoked_at = now() where user_id = ${doctor.id}`.execute(portal.db)
    await expect(page.getByText('Your text is kept as long as this page stays open')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await fillSignIn(page, 'juniper')
    await expect(words).toHaveValue('A little lower, please', { timeout: 30_000 })
    await viewerOn(page).getByRole('form', { name: 'Comment' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: '1 open comment on the scan' })).toBeVisible()
    travels()
    await expect(page.getByText('The file was uploaded successfully.')).toBeVisible()
  },
)

test(
  'the server dies while a case is submitted: nothing typed is lost, and it is one case',
  { tag: '@long' },
  async ({ page, portal, signIn, watch }) => {
    watch.expect(
      /ERR_(SOCKET_NOT_CONNECTED|CONNECTION_RESET|CONNECTION_REFUSED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|NETWORK)/,
    )
    const practice = await portal.given.practice()
    const server = await openSecondServer()
    try {
      await signIn(practice.owner)
      await page.goto(`${server.url}/organizations/${practice.id}/rx-forms/add`)
      await fillCase(page, { first: 'Lena', last: 'Outage' })
      await expect(page.getByText('Ready to submit.')).toBeVisible()
      await expect(page.getByText(/^Draft saved/)).toBeVisible()

      await test.step('it dies in the middle of it', async () => {
        const sent = page.waitForRequest((request) => request.method() === 'POST' && /\/rx_forms\?/.test(request.url()))
        await portal.db.transaction().execute(async (trx) => {
          // The submit waits for this, and dies waiting.
          await sql`lock table rx_forms in exclusive mode`.execute(trx)
          await submitButton(page).click()
          await sent
          await server.kill()
        })
        await expect(page.getByRole('alert').filter({ hasText: 'Please check your internet connection' })).toBeVisible()
        await expect(field(page, 'Last name')).toHaveValue('Outage')
      })
      await test.step('once a server is there again the case is sent by one more press', async () => {
        await server.start()
        await submitButton(page).click()
        await expect(page.getByText('The case was submitted.')).toBeVisible()
        await expect(casesIn(page)).toHaveCount(1)
        await expect(casesIn(page)).toContainText('Outage')
        await expect(page.getByText(/^1 draft/)).toHaveCount(0)
      })
    } finally {
      await server.kill()
    }
  },
)

test('the line is cut after a case was submitted and before the answer came: one case', async ({
  page,
  portal,
  signIn,
  watch,
}) => {
  watch.expect(/ERR_(CONNECTION_RESET|FAILED|CONNECTION_FAILED).*rx_forms/)
  // What is a case by now is not kept as a draft again.
  watch.expect(/409 .*rx_form_draft/)
  const practice = await portal.given.practice()
  await signIn(practice.owner)
  await page.goto(`/organizations/${practice.id}/rx-forms/add`)
  await fillCase(page, { first: 'Lena', last: 'Cut' })
  await expect(page.getByText('Ready to submit.')).toBeVisible()
  let cuts = 0
  await page.route(/\/rx_forms\?/, async (route) => {
    if (route.request().method() !== 'POST' || cuts > 0) return route.continue()
    cuts += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await submitButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check your internet connection' })).toBeVisible()
  await expect(field(page, 'Last name')).toHaveValue('Cut')
  await expect(page.getByText('This case has already been submitted.')).toBeVisible()
  await submitButton(page).click()
  // By now there is a patient of this name: the same case, which the same key finds.
  const same = page.getByRole('dialog', { name: 'Same name' })
  await same.getByRole('button', { name: 'YES' }).click()
  await expect(page.getByText('The case was submitted.')).toBeVisible()
  await expect(casesIn(page)).toHaveCount(1)
  await expect(page.getByText(/^1 draft/)).toHaveCount(0)
})

test(
  'two technicians on one table: each sees what the other did, and chooses',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const testCase = await portal.given.case({ stage: 'in_progress' })
    const address = `/patient-workflow/${testCase.id}`
    await signIn('supervisor')
    await page.goto(address)
    const other = await browserOf('tech')
    await other.goto(address)
    // The first step is at work already.
    const row = (at: number) => steps(page).getByRole('row').nth(at)
    const theirs = (at: number) => steps(other).getByRole('row').nth(at)
    const button = (where: Locator, name: string) => where.getByRole('button', { name, exact: true })
    const ivy = String((await portal.person('supervisor')).id)
    const technician = row(2).getByRole('button', { name: /^Technician of / })
    await technician.click()
    const people = row(2).getByRole('combobox')
    const ivyName = (await people.locator(`option[value="${ivy}"]`).textContent())!
    await people.selectOption(ivy)
    await expect(technician).toHaveText(ivyName)

    await test.step('what only the other one changed is taken over', async () => {
      await button(theirs(3), 'Start').click()
      await expect(button(row(3), 'Finish')).toBeVisible()
      await expect(technician).toHaveText(ivyName)
      await expect(page.getByText('The steps have changes that are not saved.')).toBeVisible()
    })
    await test.step('of the same step the page says who changed it to what; what is not at odds stays', async () => {
      await button(theirs(2), 'Start').click()
      const conflict = page.getByRole('alert').filter({ hasText: 'changed this step in the meantime' })
      await expect(conflict).toContainText(/^Tomas Reyes changed this step in the meantime: .*, Tomas Reyes, since /)
      await expect(technician).toHaveText(ivyName)
      await picture(page, 'steps-conflict')
      await conflict.getByRole('button', { name: 'Keep mine' }).click()
      await expect(conflict).toBeHidden()
      const unsaved = page.getByText('The steps have changes that are not saved.')
      await unsaved.locator('..').getByRole('button', { name: 'Save' }).click()
      await expect(unsaved).toBeHidden()
      await expect(theirs(2).getByRole('button', { name: /^Technician of / })).toHaveText(ivyName)
      await expect(button(theirs(2), 'Finish')).toBeVisible()
    })
    await test.step('a step that was finished too early is undone', async () => {
      await button(theirs(3), 'Finish').click()
      await expect(other.getByText(/^Finished: /)).toBeVisible()
      await other.getByRole('button', { name: 'Undo' }).click()
      await expect(button(theirs(3), 'Finish')).toBeVisible()
    })
  },
)
