import { expect, it } from 'vitest'
import { emptyDraft, hasContent, leftAfter, textToSend, typedInto, typedName, withMention } from './draft.ts'

const draft = (text: string) => ({ ...emptyDraft, text })

it('a name is typed behind an @ at the beginning of a word, up to the caret', () => {
  expect(typedName('Hello @Ol', 9)).toBe('Ol')
  expect(typedName('@', 1)).toBe('')
  expect(typedName('Hello @Olga Ow', 14)).toBe('Olga Ow')
  for (const [text, caret] of [
    ['mail@example', 12],
    ['Hello', 5],
    ['@Olga\n', 6],
  ] as const)
    expect(typedName(text, caret), text).toBeUndefined()
})

it('who is chosen stands in the text by name, and is sent as a mention', () => {
  const chosen = withMention(draft('Hello @ol, please'), 9, { who: 7, name: 'Olga Owner' })
  expect(chosen.draft.text).toBe('Hello @Olga Owner , please')
  expect(chosen.caret).toBe('Hello @Olga Owner '.length)
  expect(textToSend(chosen.draft)).toBe('Hello @[7] , please')
})

it('of two names that begin alike each is the right one', () => {
  const first = withMention(draft('@Ann'), 4, { who: 1, name: 'Ann' }).draft
  const both = withMention({ ...first, text: `${first.text}@Ann B` }, first.text.length + 6, {
    who: 2,
    name: 'Ann Berg',
  }).draft
  expect(textToSend(both)).toBe('@[1] @[2]')
})

it('a name that was deleted again mentions nobody; signs typed by hand are none', () => {
  const { draft: chosen } = withMention(draft('@Ol'), 3, { who: 7, name: 'Olga' })
  expect(textToSend({ ...chosen, text: 'Nobody' })).toBe('Nobody')
  expect(textToSend(draft('@[3] @[lab]'))).toBe('@[ 3 ] @[ lab ]')
})

it('there is something to send as soon as there are words, a photo or a comment', () => {
  expect(hasContent(draft('  \n'))).toBe(false)
  expect(hasContent(draft('x'))).toBe(true)
  expect(hasContent({ ...emptyDraft, photoIds: [1] })).toBe(true)
  expect(hasContent({ ...emptyDraft, pinId: 1 })).toBe(true)
})

it('a sign right behind a name leaves no space before it; elsewhere nothing is changed', () => {
  const { draft: chosen } = withMention(draft('@Ol'), 3, { who: 7, name: 'Olga' })
  expect(typedInto(chosen, `${chosen.text}?`).text).toBe('@Olga?')
  expect(typedInto(chosen, `${chosen.text}x`).text).toBe('@Olga x')
  expect(typedInto(draft(''), 'So what ?').text).toBe('So what ?')
})

it('what was written while a message was sent is still to be sent, and only that', () => {
  const sent = { ...draft('Hello'), photoIds: [1], pinId: 2 }
  expect(leftAfter(sent, sent)).toBeNull()
  expect(leftAfter(sent, { ...sent, text: 'Hello and more' })).toMatchObject({
    text: 'and more',
    photoIds: [],
    pinId: null,
  })
  expect(leftAfter(sent, { ...draft('Something else'), photoIds: [1, 3], pinId: 4 })).toMatchObject({
    text: 'Something else',
    photoIds: [3],
    pinId: 4,
  })
})
