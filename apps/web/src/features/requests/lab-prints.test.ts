import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { expect, test } from 'vitest'
import { labPrints } from './lab-prints.ts'

type Request = Parameters<typeof labPrints>[0]
const request = (change: object, print: number = assignment.ownLab): Request =>
  ({
    status: { key: 'pending' },
    duplicated: false,
    patient: { is_on_hold: false },
    printing_request: { assign_to: print },
    ...change,
  }) as unknown as Request

test('the lab is late only while it is to act: not with a request that waits, or that others print', () => {
  expect(labPrints(request({}))).toBe(true)
  expect(labPrints(request({ status: { key: 'completed' } }))).toBe(false)
  expect(labPrints(request({ duplicated: true }))).toBe(false)
  expect(labPrints(request({ patient: { is_on_hold: true } }))).toBe(false)
  expect(labPrints(request({ printing_request: null }))).toBe(false)
  for (const other of [assignment.inOffice, assignment.thirdParty]) expect(labPrints(request({}, other))).toBe(false)
})
