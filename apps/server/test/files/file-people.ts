import type { TestUser } from '../app.ts'
import type { Given, GivenPractice } from '../given.ts'

/** Who the tables of people and files (`scans/who-adds`, `scans/who-deletes`) mean by the name of a row. */
export async function personOf(
  role: string,
  { given, practice, stranger }: { given: Given; practice: GivenPractice; stranger: GivenPractice },
): Promise<TestUser> {
  if (role === 'lab_partner') return practice.partner!.user
  if (role === 'owner of another practice') return stranger.owner
  if (role.startsWith('member')) return practice.member
  if (role === 'owner' || role === 'manager' || role === 'assistant') return practice[role]
  return given.user(role as 'admin')
}
