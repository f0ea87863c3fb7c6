import type { Page } from '@playwright/test'
import type { TestUser } from '../../apps/server/test/app.ts'
import { casesIn, expect, test } from '../journey.ts'
import { approve, askForChanges } from '../people/doctor.ts'
import { notifyDoctor, uploadSetup } from '../people/technician.ts'
import { expectDrawn, modelOn, viewerOn } from '../people/viewer.ts'

const words = 'Rotate 11 by five degrees, and close the space between 21 and 22.'
const remark = 'Here the margin is too long'

const band = (page: Page) => page.getByRole('region', { name: 'Changes asked' })
const filter = (page: Page) => page.getByRole('button', { name: 'Changes asked', exact: true })

test(
  'two rounds: the doctor asks for changes, the lab sends another setup, a colleague cannot approve the first',
  { tag: '@long' },
  async ({ page: doctor, portal, signIn, browserOf, picture }) => {
    test.setTimeout(180_000)
    const practice = await portal.given.practice()
    const { id, rxFormId } = await portal.given.case({
      practice,
      stage: 'awaiting_approval',
      form: { last_name: 'Tworounds' },
    })
    await signIn(practice.owner)
    // While a setup is replaced its scene is gone for a moment.
    const tech = await browserOf('tech', /404 .*\/api\/v1\/scenes\//)
    const colleague = await browserOf(practice.manager, /404 .*\/api\/v1\/scenes\//)
    const seenBy = async (person: Page): Promise<string> => {
      const answer = await person.request.get(`/api/v1/patients/${id}`)
      return ((await answer.json()) as { patient: { seen: string } }).patient.seen
    }
    /** The same without a page: as who knows how to ask. */
    const post = async (who: TestUser, path: string, data: object): Promise<string> => {
      const headers = { authorization: `Bearer ${await portal.session(who)}` }
      const answer = await doctor.request.post(`/api/v1/${path}`, { headers, data })
      return `${answer.status()} ${await answer.text()}`
    }
    const approveAsColleague = (seen: string) => post(practice.manager, `patients/${id}/approve`, { seen })
    let [firstScene, seenFirst] = ['', '']

    await test.step('a colleague looks at the first setup on a page of its own', async () => {
      await colleague.goto(`/patient-details/${id}`)
      await expectDrawn(modelOn(colleague, /^Setup: upper arch/))
      await colleague.getByRole('link', { name: 'Full page' }).evaluate((link) => link.removeAttribute('target'))
      await colleague.getByRole('link', { name: 'Full page' }).click()
      await expect(colleague.getByRole('button', { name: 'Approve setup' })).toBeVisible()
      firstScene = colleague.url()
      seenFirst = await seenBy(colleague)
    })

    await test.step('the doctor pins a comment and asks for changes; the practice’s list says so', async () => {
      await doctor.goto(`/patient-details/${id}`)
      await expectDrawn(modelOn(doctor, /^Setup: upper arch/))
      await viewerOn(doctor).getByRole('button', { name: 'Pin a comment' }).click()
      await modelOn(doctor, /^Setup: upper arch/).press('Enter')
      await viewerOn(doctor).getByRole('form', { name: 'Comment' }).getByRole('textbox').fill(remark)
      await doctor.keyboard.press('Control+Enter')
      await expect(doctor.getByRole('heading', { name: '1 open comment on the scan' })).toBeVisible()
      await askForChanges(doctor, words)
      await expect(band(doctor)).toContainText('The lab is working on it.')
      await expect(doctor.getByRole('button', { name: 'Approve setup' })).toHaveCount(0)
      await doctor.goto('/patients?filter[patient_status_id]=1')
      await filter(doctor).click()
      await expect(casesIn(doctor)).toHaveCount(1)
      await expect(casesIn(doctor).first()).toContainText('Changes asked')
      await picture(doctor, 'changes-asked-practice')
    })

    await test.step('the colleague’s page knows it by itself, and nobody approves what was sent back', async () => {
      await expect(colleague.getByRole('button', { name: 'Approve setup' })).toHaveCount(0)
      expect(await approveAsColleague(seenFirst)).toMatch(/^409 /)
    })

    await test.step('the lab finds it by its filter; the page says who asked for what', async () => {
      await tech.goto(`/patients-page?queryOrganization=${practice.id}`)
      await filter(tech).click()
      await expect(casesIn(tech)).toHaveCount(1)
      await expect(casesIn(tech).first()).toContainText('Changes asked')
      await expect(casesIn(tech).first().getByRole('cell').nth(4)).not.toHaveText('All steps done')
      await picture(tech, 'changes-asked-lab')
      await casesIn(tech).first().press('Enter')
      await expect(tech).toHaveURL(new RegExp(`/patient-workflow/${id}$`))
      await expect(band(tech)).toContainText('Olga Owner asked for changes')
      await expect(band(tech)).toContainText(words)
      await expect(band(tech).getByRole('list', { name: 'Open comments on the scans' })).toContainText(remark)
      await expect(band(tech)).toContainText('No setup has been uploaded since.')
    })

    await test.step('the same setup does not go back without a word', async () => {
      const unchanged = { seen: await seenBy(tech) }
      expect(await post(await portal.person('tech'), `rx_forms/${rxFormId}/mark_as_ready`, unchanged)).toMatch(
        /^409 .*no new setup was uploaded/,
      )
      await tech.getByRole('button', { name: 'Notify', exact: true }).click()
      const question = tech.getByRole('dialog', { name: 'Send the same setup again?' })
      await expect(question.getByRole('button', { name: 'Send the same setup' })).not.toBeFocused()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(band(tech)).toBeVisible()
    })

    await test.step('a second setup: the lab’s page and lists are quiet, the practice is asked again', async () => {
      await uploadSetup(tech, 1)
      await expect(band(tech)).toContainText('A setup has been uploaded since.')
      await notifyDoctor(tech)
      await expect(band(tech)).toHaveCount(0)
      await doctor.goto('/patients?filter[patient_status_id]=3')
      await expect(casesIn(doctor)).toHaveCount(1)
      await expect(casesIn(doctor).first()).not.toContainText('Changes asked')
    })

    await test.step('of the first setup nothing can be approved any more', async () => {
      expect(await approveAsColleague(seenFirst)).toMatch(/^409 .*Since you last looked, /)
      await colleague.goto(firstScene)
      await expect(colleague.getByText('Awaiting Approval')).toBeVisible()
      await expect(colleague.getByRole('button', { name: 'Approve setup' })).toHaveCount(0)
      await picture(colleague, 'first-setup-after-the-second')
    })

    await test.step('the doctor looks at the second and approves it, once', async () => {
      await casesIn(doctor).first().getByRole('button', { name: 'Review' }).click()
      await expectDrawn(modelOn(doctor, /^Setup: upper and lower arch/))
      const seenSecond = await seenBy(doctor)
      await approve(doctor)
      await expect(doctor.getByRole('main')).toContainText('Completed')
      for (const seen of [seenFirst, seenSecond]) expect(await approveAsColleague(seen)).toMatch(/^409 /)
    })
  },
)
