import { auth } from '@archwire/contract/client/auth'
import { customerRequests } from '@archwire/contract/client/customer-requests'
import { notifications } from '@archwire/contract/client/notifications'
import { organizations } from '@archwire/contract/client/organizations'
import { patients } from '@archwire/contract/client/patients'
import { pins } from '@archwire/contract/client/pins'
import { rxForms } from '@archwire/contract/client/rx-forms'
import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import { expect, test } from 'vitest'
import { changesOf, showsOne, type Changed } from './refresh-shown.ts'

const asked = (route: Pick<ClientRoute, 'name' | 'touches'>, input: object = {}, data?: object) => ({
  queryKey: [route.name.split('.')[0]!, route.name, input],
  meta: { shows: route.touches },
  state: { data },
})
const caseSeven: Changed = new Map([['case', new Set([7])]])

test('a list of cases may show any case; the page of a case and of its records shows only that one', () => {
  expect(showsOne(asked(patients.list), caseSeven)).toBe(true)
  for (const route of [patients.get, patients.history, pins.list]) {
    expect(showsOne(asked(route, { params: { id: 7 } }), caseSeven)).toBe(true)
    expect(showsOne(asked(route, { params: { id: '7' } }), caseSeven)).toBe(true)
    expect(showsOne(asked(route, { params: { id: 8 } }), caseSeven)).toBe(false)
  }
})

test('a request shows the case that stands in its answer, and before the answer none', () => {
  const request = (data?: object) => asked(customerRequests.get, { params: { id: 7 } }, data)
  expect(showsOne(request({ customer_request: { patient_id: 7 } }), caseSeven)).toBe(true)
  expect(showsOne(request({ customer_request: { patient_id: 8 } }), caseSeven)).toBe(false)
  expect(showsOne(request(), caseSeven)).toBe(false)
})

test('a write asks again for everything that shows what it changes, and for nothing else', () => {
  const approved = changesOf(patients.approve)
  expect(showsOne(asked(patients.get, { params: { id: 8 } }), approved)).toBe(true)
  expect(showsOne(asked(rxForms.list), approved)).toBe(true)
  expect(showsOne(asked(rxForms.getDraft), approved)).toBe(false)
  for (const route of [notifications.list, auth.me, organizations.list])
    expect(showsOne(asked(route), approved)).toBe(false)
  expect(showsOne(asked(auth.me), changesOf(organizations.waiveStartupFee))).toBe(true)
  expect(showsOne(asked(notifications.list), changesOf(auth.logout))).toBe(false)
})

test('what says nothing of what it shows is never asked for again', () => {
  expect(showsOne({ queryKey: ['x'], meta: undefined, state: {} }, caseSeven)).toBe(false)
})
