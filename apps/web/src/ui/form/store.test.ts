import { expect, test, vi } from 'vitest'
import { createForm, fieldId } from './store.ts'

const make = () =>
  createForm({
    initial: { name: '', kind: 1, extra: 'x' },
    settle: (values) => (values.kind === 2 ? { ...values, extra: '' } : values),
    validate: ({ name }) => (name === '' ? { name: ['Required'] } : {}),
  })

test('says what is wrong only once a person was there', () => {
  const form = make()
  expect(form.problems()).toEqual({ name: ['Required'] })
  expect(form.errorOf('name')).toBeUndefined()
  form.visit('name')
  expect(form.errorOf('name')).toBe('Required')
  form.set('name', 'Ada')
  expect(form.errorOf('name')).toBeUndefined()
})

test('knows where a person put something in', () => {
  const form = make()
  const draft = () => ({ extra: 'of a draft' })
  form.fill(draft())
  expect(form.entered('extra')).toBe(false)
  form.set('name', 'Ada')
  form.set('name', '')
  expect(form.entered('name')).toBe(true)
})

test('what follows from a change is settled with it', () => {
  const form = make()
  form.set('kind', 2)
  expect(form.values().extra).toBe('')
})

test('the server’s words stay until their field changes', () => {
  const form = make()
  form.refuse({ name: ['Taken'] })
  form.set('kind', 3)
  expect(form.errorOf('name')).toBe('Taken')
  form.set('name', 'Ada')
  expect(form.errorOf('name')).toBeUndefined()
})

test('the word of a check that takes time is a problem until it is taken back, or the field changes', () => {
  const form = make()
  form.set('name', 'Ada')
  form.judge('name', 'Not on a Sunday')
  expect([form.problems(), form.errorOf('name')]).toEqual([{ name: ['Not on a Sunday'] }, 'Not on a Sunday'])
  form.judge('name', undefined)
  expect([form.problems(), form.errorOf('name')]).toEqual([{}, undefined])
  form.judge('name', 'Not on a Sunday')
  form.set('kind', 3)
  expect(form.problems()).toHaveProperty('name')
  form.set('name', 'Eve')
  expect(form.problems()).toEqual({})
})

test('a form typed back to its start has not changed, and an equal value tells nobody', () => {
  const form = make()
  const listener = vi.fn()
  form.subscribe(listener)
  form.set('name', '')
  expect(listener).not.toHaveBeenCalled()
  form.set('name', 'A')
  expect(form.changed()).toBe(true)
  form.set('name', '')
  expect(form.changed()).toBe(false)
})

test('two forms with the same fields have ids of their own', () => {
  const [first, second] = [make(), make()]
  expect(fieldId(first, 'name')).not.toBe(fieldId(second, 'name'))
  expect(fieldId(first, 'name')).toBe(fieldId(first, 'name'))
})

test('a text that is no value is a problem, said once a person was there, until its field gets a value', () => {
  const form = make()
  form.set('name', 'Ada')
  form.refuse({ name: ['Taken'] })
  form.type('name', { text: '??', problem: 'Not a name' })
  expect([form.values().name, form.problems(), form.changed()]).toEqual(['Ada', { name: ['Not a name'] }, true])
  expect(form.errorOf('name')).toBeUndefined()
  form.visit('name')
  expect(form.errorOf('name')).toBe('Not a name')
  form.set('kind', 3)
  expect(form.problems()).toHaveProperty('name')
  form.set('name', 'Eve')
  expect([form.texts(), form.problems()]).toEqual([{}, {}])
})

test('a text that is taken back leaves no problem, and one that is being typed is a change', () => {
  const form = make()
  form.set('name', 'Ada')
  form.type('extra', { text: 'y', problem: 'Too short' })
  form.type('extra', undefined)
  expect([form.texts(), form.problems()]).toEqual([{}, {}])
  const fresh = make()
  fresh.visit('name')
  expect(fresh.errorOf('name')).toBe('Required')
  fresh.type('name', { text: 'Ev' })
  expect([fresh.problems(), fresh.errorOf('name')]).toEqual([{}, undefined])
  expect([fresh.changed(), fresh.entered('name')]).toEqual([true, true])
})

test('texts come back with a draft, and go where it has another value', () => {
  const form = make()
  form.type('extra', { text: '??', problem: 'Not that' })
  const again = make()
  again.fill(form.values(), form.texts())
  expect([again.texts(), again.errorOf('extra')]).toEqual([form.texts(), 'Not that'])
  const other = () => ({ extra: 'z' })
  again.fill(other())
  expect(again.texts()).toEqual({})
})
