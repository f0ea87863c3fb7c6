import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** What a new practice is asked, and what its start-up fee is (`billing/product`, `billing/survey`). */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

describe('what a new practice is asked and pays', () => {
  it('the start-up fee at the lab’s price', async () => {
    const { owner } = await given.practice()
    expect((await test.raw(owner, 'GET', '/products/1')).body).toEqual({
      product: { id: 1, name: 'Start-up Fee', subtotal: 200 },
    })
    expect(await test.raw(owner, 'GET', '/products/3')).toMatchObject({
      status: 404,
      body: { error: 'This product does not exist.' },
    })
  })

  it('one question, whose last answer asks for a text', async () => {
    const { owner } = await given.practice()
    const { body } = await test.raw(owner, 'GET', '/survey_questions/1')
    expect(body).toMatchObject({
      has_questions: true,
      survey_question: { id: 1, question: 'How did you hear about us?' },
    })
    const { survey_answers } = body.survey_question as { survey_answers: { id: number; answer: string }[] }
    expect(survey_answers.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(survey_answers.at(-1)).toEqual({ id: 7, answer: 'Other' })
    expect(await test.raw(owner, 'GET', '/survey_questions/2')).toMatchObject({
      status: 404,
      body: { error: 'This question does not exist.' },
    })
  })
})
