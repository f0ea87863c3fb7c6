import { describe, expect, it } from 'vitest'
import { ORTHODONTIC_VIEWS, pictureRight, viewsOf } from './orthodontic-views.ts'

const right = Object.fromEntries(ORTHODONTIC_VIEWS.map((view) => [view.name, pictureRight(view)]))
const up = Object.fromEntries(ORTHODONTIC_VIEWS.map((view) => [view.name, view.up]))

describe('the views of an orthodontic record', () => {
  it("show the patient's right at the viewer's left, from the front and on the chewing sides", () => {
    for (const name of ['front', 'upper', 'lower']) expect(right[name]).toEqual([-1, 0, 0])
  })

  it('look from the side with the front teeth at the side of the patient that is seen', () => {
    expect(right['right']).toEqual([0, 1, 0])
    expect(right['left']).toEqual([0, -1, 0])
  })

  it('have the upper front teeth at the top and the lower at the bottom', () => {
    expect(up['upper']).toEqual([0, 1, 0])
    expect(up['lower']).toEqual([0, -1, 0])
  })

  it('have keys of their own in their order', () => {
    expect(ORTHODONTIC_VIEWS.map((view) => view.key)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  })
})

describe('the views of an address', () => {
  it('are those it names, in its order', () => {
    expect(viewsOf('?views=upper,front,upper,toString').map((view) => view.name)).toEqual(['upper', 'front'])
  })

  it.each(['', '?views=', '?views=top', '?other=front'])('are all for %j', (search) => {
    expect(viewsOf(search)).toBe(ORTHODONTIC_VIEWS)
  })
})
