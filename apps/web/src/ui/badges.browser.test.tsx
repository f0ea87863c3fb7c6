import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { expect, test } from 'vitest'
import { show } from '../../test/show.tsx'
import { StatusBadge, Tag } from './badges.tsx'

test('what is canceled is dark red, what is duplicated a brighter red (screens/colors)', async () => {
  const screen = await show(
    <>
      <StatusBadge status={customerRequestStatuses.canceled} />
      <StatusBadge status={{ ...rxFormStatuses.canceled, label: 'Form' }} />
      <Tag tone="bright">Duplicated</Tag>
    </>,
  )
  const colorOf = (text: string) => getComputedStyle(screen.getByText(text).element()).color
  const [canceled, form, duplicated] = ['Canceled', 'Form', 'Duplicated'].map(colorOf)
  expect(form).toBe(canceled)
  const parts = (color: string | undefined) => color!.match(/\d+/g)!.map(Number)
  expect(parts(canceled)[0]).toBeLessThan(parts(duplicated)[0]!)
  for (const [red, green] of [parts(canceled), parts(duplicated)]) expect(red).toBeGreaterThan(3 * green!)
  await screen.unmount()
})
