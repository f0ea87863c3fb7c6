import { labName } from '@archwire/contract/rx-forms/options.ts'
import { expect, it } from 'vitest'
import { ownersMail } from './mails.ts'
import { ownerChange, ownerWords, type OwnerChange } from './notice-words.ts'

/** What each change of owners is called, by hand (`notices/owners`). */
const said: [OwnerChange, string, string][] = [
  ['owner_made', 'Ada Aaron is now an owner of Summit', 'A new owner of your practice'],
  ['owner_demoted', 'Ada Aaron is no longer an owner of Summit', 'A change of the owners of your practice'],
  ['owner_removed', 'Ada Aaron, an owner, was removed from Summit', 'An owner was removed from your practice'],
  [
    'owner_archived',
    'The account of Ada Aaron, an owner of Summit, was archived',
    'The account of an owner of your practice was archived',
  ],
  ['manager_removed', 'Ada Aaron, a manager, was removed from Summit', 'A manager was removed from your practice'],
]

it('every change has words', () => expect(Object.keys(ownerWords)).toEqual(said.map(([change]) => change)))

it.each(said)('%s: %s', (change, message, subject) => {
  expect(ownerWords[change].message('Ada Aaron', 'Summit')).toBe(message)
  const about = { person: 'Ada Aaron', practice: 'Summit', by: labName, invited: false, link: 'https://portal.test/' }
  expect(ownersMail('Otto Owner', change, about)).toMatchObject({
    subject,
    greeting: 'Dear Otto Owner,',
    lead: `${message}. Archwire Lab made the change. If you did not expect it, please call us right away.`,
    action: 'View the members',
    link: 'https://portal.test/',
  })
  expect(ownersMail('Otto Owner', change, { ...about, invited: true }).lead).toContain(
    'Archwire Lab invited this person.',
  )
})

it('names of other people are no links in the mail', () => {
  const name = 'www.evil.example'
  const about = { person: name, practice: 'Summit', by: name, invited: false, link: 'https://portal.test/' }
  expect(ownersMail('Otto', 'owner_made', about).lead).not.toContain(name)
})

it.each([
  [null, 'owner', 'owner_made'],
  ['member', 'owner', 'owner_made'],
  ['manager', 'owner', 'owner_made'],
  ['owner', 'manager', 'owner_demoted'],
  ['owner', 'member', 'owner_demoted'],
  ['owner', null, 'owner_removed'],
  ['manager', null, 'manager_removed'],
  ['member', null, null],
  [null, 'manager', null],
  [null, 'member', null],
  ['member', 'manager', null],
  ['manager', 'member', null],
] as const)('from %s to %s: %s', (before, after, change) => {
  const role = (short: 'owner' | 'manager' | 'member' | null) => short && (`organization_${short}` as const)
  expect(ownerChange(role(before), role(after))).toBe(change)
})
