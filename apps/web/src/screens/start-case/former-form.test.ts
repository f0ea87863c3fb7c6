import { expect, test } from 'vitest'
import { draftOf, newDraft } from '../../lib/drafts.ts'
import { againDraft, formerFormOf } from './former-form.ts'

test('a draft that begins again names the form that it began from', () => {
  expect(againDraft(12)).toBe('again12')
  for (const id of [1, 12, 2_147_483_647])
    for (const key of [againDraft(id), againDraft(id, newDraft())]) {
      expect(formerFormOf(key)).toBe(id)
      expect(draftOf({ draft: key })).toEqual({ draft: key })
    }
})

test('other drafts name none', () => {
  for (const key of [newDraft(), 'again', 'again0', 'again12x', 'xagain12', 'first'])
    expect(formerFormOf(key)).toBeNull()
})
