import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { expect, test } from 'vitest'
import { show } from '../../test/show.tsx'
import { AgeChip, StatusBadge, Tag } from './badges.tsx'

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

test('an old step is red only where the ship date makes it urgent; a sign tells it apart in gray (work/age)', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const screen = await show(
    <>
      <AgeChip since={ago(1)} urgent />
      <AgeChip since={ago(7)} urgent />
      <AgeChip since={ago(13)} />
      <AgeChip since={ago(14)} urgent />
    </>,
  )
  const chips = [...screen.container.querySelectorAll('[title^=Since]')]
  expect(chips.map(({ textContent }) => textContent)).toEqual([
    '1 h',
    '7 h',
    '13 h!, more than 12 hours',
    '14 h!, more than 12 hours',
  ])
  const isRed = chips.map((chip) => {
    const [red, green, blue] = getComputedStyle(chip).color.match(/\d+/g)!.map(Number)
    return red! > 2 * green! && red! > 2 * blue!
  })
  expect(isRed).toEqual([false, false, false, true])
  await screen.unmount()
})
