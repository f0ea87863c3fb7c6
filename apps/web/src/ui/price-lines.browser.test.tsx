import type { CasePriceShown } from '@archwire/contract/pricing/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../test/given-case.ts'
import { show } from '../../test/show.tsx'
import { SessionContext } from '../lib/session.tsx'
import { PriceLines } from './price-lines.tsx'

const line = { why: 'One arch.', quantity: 1, unit: 9, amount: 9, due: 'case' } as const
const price: Pick<CasePriceShown, 'lines' | 'total'> = {
  lines: [
    { ...line, fee: 'arch.print', label: 'Print', own: true },
    { ...line, fee: 'arch.software', label: 'Software' },
  ],
  total: 18,
}

test.each([
  ['doctor', 'Your practice’s price'],
  ['supervisor', 'The practice’s own price'],
] as const)('says to a %s which price is the practice’s own', async (role, words) => {
  const screen = await show(
    <SessionContext value={sessionOf(role)}>
      <PriceLines price={price} opened />
    </SessionContext>,
  )
  const said = page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent?.includes(words))
  expect(said).toEqual([true, false])
  await screen.unmount()
})
