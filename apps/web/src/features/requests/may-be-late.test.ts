import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { expect, test } from 'vitest'
import { mayBeLate } from './may-be-late.ts'

type Request = Parameters<typeof mayBeLate>[0]
const request = (change: object, print: number = assignment.ownLab): Request =>
  ({
    status: { key: 'pending' },
    duplicated: false,
    patient: { is_on_hold: false },
    printing_request: { assign_to: print },
    ...change,
  }) as unknown as Request

const late = (shown: Request) => mayBeLate(shown, 'supervisor')

test('the lab is late only while it is to act: not with a request that waits, or that others print', () => {
  expect(late(request({}))).toBe(true)
  expect(late(request({ status: { key: 'completed' } }))).toBe(false)
  expect(late(request({ duplicated: true }))).toBe(false)
  expect(late(request({ patient: { is_on_hold: true } }))).toBe(false)
  expect(late(request({ printing_request: null }))).toBe(false)
  for (const other of [assignment.inOffice, assignment.thirdParty]) expect(late(request({}, other))).toBe(false)
})

test('a partner is late with its own prints, and with no others', () => {
  expect(mayBeLate(request({}, assignment.thirdParty), 'lab_partner')).toBe(true)
  expect(mayBeLate(request({}), 'lab_partner')).toBe(false)
})
