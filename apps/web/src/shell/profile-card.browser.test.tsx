import type { Me } from '@archwire/contract/auth/routes.ts'
import { expect, test } from 'vitest'
import { show } from '../../test/show.tsx'
import { SessionContext, type Organization } from '../lib/session.tsx'
import { ProfileCard } from './profile-card.tsx'

const practice = {
  name: 'Summit',
  account_number: 'O-000007',
  pivot: { role: { name: 'organization_owner', label: 'Owner' } },
} as unknown as Organization
const person = {
  full_name: 'Ada Byron',
  account_number: 'U-000042',
  roles: [{ name: 'supervisor', label: 'Supervisor' }],
}

const member = {
  ...practice,
  pivot: { role: { name: 'organization_member', label: 'Member' } },
} as unknown as Organization

test.each([
  ['the lab', true, undefined, ['AB', 'Ada Byron', 'Supervisor', 'U-000042']],
  ['a practice', false, practice, ['AB', 'Ada Byron', 'Summit', 'O-000007 · Owner', 'U-000042']],
  [
    'a practice as a member',
    false,
    member,
    ['AB', 'Ada Byron', 'Summit', 'O-000007 · Member · Supervisor', 'U-000042'],
  ],
])(
  'who works for %s reads the own number, a practice its number besides (screens/menu)',
  async (_, is_management, organization, lines) => {
    const me = { ...person, is_management } as unknown as Me
    const screen = await show(
      <SessionContext value={{ me, organization, switchOrganization: () => {} }}>
        <ProfileCard />
      </SessionContext>,
    )
    expect(screen.container.innerText.split(/\n+/)).toEqual(lines)
    await screen.unmount()
  },
)
