import { expect, test } from 'vitest'
import { accountNumber, username, UserBody } from './body.ts'
import { userFields } from './fields.ts'

const texts = ['', 'a', 'abcde', 'abcdef', '-abcdef', 'abcdef-', 'abc def', 'a-b-c-d', 'a'.repeat(20), 'a'.repeat(21)]
const long = ['a'.repeat(255), 'a'.repeat(256)]
const wordOf = (schema: ReturnType<typeof username>, text: string): string | undefined =>
  schema.safeParse(text).error?.issues[0]?.message

test('the browser says of user names and account numbers what the server says', () => {
  for (const text of [...texts.slice(1), ...long])
    expect(userFields.problems({ username: text }).username?.[0], text).toBe(wordOf(username(), text))
  for (const text of texts)
    expect(userFields.problems({ account_number: text }).account_number?.[0], text).toBe(wordOf(accountNumber(), text))
  // A user name may be left out.
  expect(userFields.problems({ username: '' })).toEqual({})
})

test('the browser says of names, email and role what the server says', () => {
  const person = {
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    username: '',
    role: 'doctor',
  } as const
  expect(userFields.problems(person)).toEqual({})
  const wrong = { ...person, first_name: ' ', last_name: 'a'.repeat(101), email: 'ada', role: null }
  const issues = UserBody.safeParse(wrong).error!.issues
  const said = Object.fromEntries(issues.map(({ path: [field], message }) => [field, [message]]))
  expect(userFields.problems(wrong)).toEqual(said)
})
