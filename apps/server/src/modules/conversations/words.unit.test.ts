import { labName } from '@archwire/contract/rx-forms/options.ts'
import { expect, it } from 'vitest'
import { awayMail, bellWords, mentionsFor, plainWords } from './words.ts'

const people = [
  { id: 1, name: 'Olga Owner', role: 'doctor' as const },
  { id: 2, name: 'Tomas Tech', role: 'tech_support' as const },
  { id: 3, name: 'Pia Partner', role: 'lab_partner' as const },
  { id: 4, name: 'Ann Assistant', role: 'staff_member' as const },
]
const text = '@[1], ask @[2] or @[3], @[4] or @[lab].'
const as = (role: 'doctor' | 'tech_support' | 'lab_partner' | null) => plainWords({ role }, text, people)

it('everyone reads the names that are theirs to read', () => {
  expect(as('tech_support')).toBe(`@Olga Owner, ask @Tomas Tech or @Pia Partner, @Ann Assistant or @${labName}.`)
  expect(as('lab_partner')).toBe(`@Olga Owner, ask @${labName} or @Pia Partner, @The practice or @${labName}.`)
  for (const role of ['doctor', null] as const)
    expect(as(role)).toBe(`@Olga Owner, ask @${labName} or @${labName}, @Ann Assistant or @${labName}.`)
})

it('what is stored for everyone names doctors alone', () => {
  expect(plainWords('everybody', text, people)).toBe(
    `@Olga Owner, ask @${labName} or @${labName}, @The practice or @${labName}.`,
  )
})

it('ids of people whose name is not read are not sent either, nor of who no longer exists', () => {
  expect(mentionsFor({ role: 'doctor' }, '@[2] @[9] @[1]', people)).toEqual({
    text: '@[lab] @[lab] @[1]',
    mentions: [
      { id: null, name: labName },
      { id: 1, name: 'Olga Owner' },
    ],
  })
})

it('who is the practice to a partner is no mention that it could write', () => {
  expect(mentionsFor({ role: 'lab_partner' }, '@[4] @[1]', people)).toEqual({
    text: '@The practice @[1]',
    mentions: [{ id: 1, name: 'Olga Owner' }],
  })
})

it('the bell says who wrote and how it starts, in one line', () => {
  expect(bellWords('Olga', 'One\n\ntwo', false)).toBe('Olga wrote: One two')
  expect(bellWords('Olga', '', true)).toBe('Olga mentioned you')
  const long = bellWords('Olga', '🦷'.repeat(200), false)
  expect(long).toBe(`Olga wrote: ${'🦷'.repeat(140)} …`)
  expect(long.isWellFormed()).toBe(true)
})

it('the mail says who and about which case, never what', () => {
  const mail = (writers: string[], count: number) =>
    awayMail({ readerName: 'Mia', caseLabel: 'C-7', writers, count, link: 'https://portal.example/x' })
  expect(mail(['Olga'], 1)).toMatchObject({ subject: 'Case C-7: a new message' })
  expect(mail(['Olga', 'Max'], 2).lead).toContain('Olga and Max sent you 2 messages about case C-7.')
  expect(mail(['Olga', 'Max', 'Ida'], 5).lead).toContain('Olga, Max and others sent you 5 messages')
})
