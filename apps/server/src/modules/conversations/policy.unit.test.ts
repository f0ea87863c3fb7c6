import { expect, it } from 'vitest'
import { caseFacts, everybody } from '../../../test/facts.ts'
import { may } from './policy.ts'

it('everyone who sees the case writes; people of a disabled practice only read', () => {
  for (const who of Object.values(everybody)) expect(may.write(who, caseFacts({}))).toBe(true)
  const disabled = caseFacts({ organization_disabled: true })
  for (const [name, who] of Object.entries(everybody)) expect(may.write(who, disabled), name).toBe(who.isManagement)
})

it('trays of the lab are reported by the practice alone, not while it is disabled (cases/misfit)', () => {
  for (const [name, who] of Object.entries(everybody))
    expect(may.report(who, caseFacts({})), name).toBe(!who.isManagement)
  for (const who of Object.values(everybody))
    expect(may.report(who, caseFacts({ organization_disabled: true }))).toBe(false)
})
