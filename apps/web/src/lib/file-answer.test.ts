import { expect, test } from 'vitest'
import { fileOf, isFile } from './file-answer.ts'

const answer = (disposition: string | null, status = 200) =>
  new Response('a,b', {
    status,
    headers: { 'content-type': 'text/csv', ...(disposition === null ? {} : { 'content-disposition': disposition }) },
  })

test('an answer is a file where it says so and is no refusal', () => {
  expect(isFile(answer('attachment; filename="a.csv"'))).toBe(true)
  expect(isFile(answer('attachment; filename="a.csv"', 409))).toBe(false)
  expect(isFile(answer('inline'))).toBe(false)
  expect(isFile(answer(null))).toBe(false)
})

test('a file has the name that the portal gave it', async () => {
  const file = await fileOf(answer(`attachment; filename="Z_.csv"; filename*=UTF-8''Zo%C3%AB%20%281%29.csv`))
  expect(file).toEqual({ name: 'Zoë (1).csv', type: 'text/csv', bytes: new TextEncoder().encode('a,b') })
})
