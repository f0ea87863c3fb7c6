import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PrintTechnician } from './technician-picker.tsx'

const priya = { id: 5, full_name: 'Priya Nair' }
const requestWith = (assigned_to: typeof priya | null, edit = true) =>
  ({ id: 9, workflow: { assigned_to, can: { edit } } }) as unknown as CustomerRequest

async function showPicker(request: CustomerRequest, role = 'supervisor') {
  const writes: unknown[] = []
  const asked = answersAt({
    '/users': { users: [{ id: 1, full_name: 'Olga Owner' }, priya], meta: {} },
    '/customer_requests/9/management_data': (_: string, { body }: RequestInit) => {
      writes.push(JSON.parse(body as string))
      return { customer_request: {}, message: 'The technician is set.' }
    },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor', { roles: [{ name: role, label: role }] as never })}>
      <PrintTechnician request={request} />
    </SessionContext>
  ))
  const select = page.getByLabelText('Technician of the print of request 9')
  const options = () => [...(select.element() as HTMLSelectElement).options].map(({ text }) => text)
  return { screen, select, options, writes, asked }
}

test('a supervisor gives a print to one of the four roles of the lab (work/technician)', async () => {
  const { screen, select, options, writes, asked } = await showPicker(requestWith(null))
  await expect.element(select).toBeVisible()
  await expect.poll(options).toEqual(['Unassigned', 'Olga Owner', 'Priya Nair'])
  const list = new URL(
    asked.find((path) => path.startsWith('/users'))!,
    'http://a.test',
  ).searchParams
  expect(list.get('roles')!.split(',').toSorted()).toEqual(['admin', 'super_admin', 'supervisor', 'tech_support'])
  await select.selectOptions('Priya Nair')
  await expect.poll(() => writes).toEqual([{ kind: 'printing_request', assigned_to: 5 }])
  await screen.unmount()
})

test.each(['tech_support', 'lab_partner'])(
  '%s may choose itself only, and sees who has it (people/own-work)',
  async (role) => {
    const { screen, select, options, asked } = await showPicker(requestWith(priya), role)
    await expect.element(select).toHaveValue('5')
    expect(options()).toEqual(['Unassigned', 'Priya Nair', 'Olga Owner'])
    expect(asked.filter((path) => path.startsWith('/users'))).toEqual([])
    await screen.unmount()
  },
)

test('whose a closed print is can only be read', async () => {
  const closed = await showPicker(requestWith(priya, false))
  await expect.element(page.getByText('Priya Nair')).toBeVisible()
  expect(closed.select.elements()).toEqual([])
  await closed.screen.unmount()
  const nobody = await showPicker(requestWith(null, false))
  await expect.element(page.getByText('Unassigned')).toBeVisible()
  await nobody.screen.unmount()
})
