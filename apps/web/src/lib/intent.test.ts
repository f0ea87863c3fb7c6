import { expect, it } from 'vitest'
import { ApiError } from './api.ts'
import { Intent } from './intent.ts'

const unanswered = [0, 502, 504].map((status) => new ApiError(status, status, 'Something went wrong.'))
const refused = new ApiError(409, 409, 'Someone else was faster.')

it('a call that got no answer keeps its key, as long as the words are the same', () => {
  for (const error of unanswered) {
    const intent = new Intent()
    const first = intent.keyFor({ note: 'One' })
    intent.ended(error)
    expect(intent.keyFor({ note: 'One' })).toBe(first)
    expect(intent.keyFor({ note: 'Two' })).not.toBe(first)
  }
})

it('what was answered or refused is over: the same words are a new wish', () => {
  for (const error of [undefined, refused, new TypeError('a fault of ours')]) {
    const intent = new Intent()
    const first = intent.keyFor({ note: 'One' })
    intent.ended(error)
    expect(intent.keyFor({ note: 'One' })).not.toBe(first)
  }
})
