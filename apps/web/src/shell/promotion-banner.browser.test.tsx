import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../test/given-case.ts'
import { show } from '../../test/show.tsx'
import { settingsQuery } from '../lib/lab-settings.ts'
import { SessionContext, type Organization } from '../lib/session.tsx'
import { PromotionBanner } from './promotion-banner.tsx'

const text = 'Aligners: 20 % off.'
const practice = { id: 2, main_location: { id: 3 }, startup_fee_paid: true } as unknown as Organization

/** Shown beside the banner once the banner has its text, too. */
const Settings = () => (useQuery(settingsQuery).data ? <p>The settings are here</p> : null)

async function shown(role: 'supervisor' | 'doctor', organization: Organization | undefined): Promise<boolean> {
  answersAt({ '/settings': { settings: { promotion: { enabled: true, text, link: '' } } } })
  const screen = await show(
    <SessionContext value={{ ...sessionOf(role), organization }}>
      <PromotionBanner />
      <Settings />
    </SessionContext>,
  )
  await expect.element(page.getByText('The settings are here')).toBeVisible()
  const banners = page.getByRole('complementary', { name: 'Promotion' }).elements()
  await screen.unmount()
  return banners.length > 0
}

test('an offer is for people of a practice that has paid for its account (screens/promotion)', async () => {
  expect(await shown('doctor', practice)).toBe(true)
  expect(await shown('doctor', { ...practice, startup_fee_paid: false })).toBe(false)
  expect(await shown('doctor', { ...practice, main_location: null })).toBe(false)
  expect(await shown('doctor', { ...practice, disabled: true })).toBe(false)
  expect(await shown('doctor', undefined)).toBe(false)
  expect(await shown('supervisor', practice)).toBe(false)
})
