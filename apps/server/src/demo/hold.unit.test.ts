import { expect, it } from 'vitest'
import { holdOf } from './hold.ts'

it('a hold that waits for a scan of the practice asks the doctor, any other asks no one', () => {
  expect(holdOf(true)).toMatchObject({
    should_notify_doctor: true,
    reason: expect.stringContaining('scan the lower arch again'),
  })
  expect(holdOf(false)).toMatchObject({ should_notify_doctor: false, reason: expect.stringContaining('technician') })
})
