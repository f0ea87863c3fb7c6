import { useState } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translatePage, type Way } from '../../test/translate.ts'
import { show } from '../../test/show.tsx'
import { surviveTranslation } from './translated-page.ts'

// As main.tsx does before anything is shown.
let end: () => void
beforeAll(() => void (end = surviveTranslation()))
afterAll(() => end())

/** Texts as they stand in pages: alone, beside elements, under a condition, in a list, changing. */
function Texts() {
  const [step, setStep] = useState(0)
  return (
    <main>
      <button type="button" onClick={() => setStep(step + 1)} translate="no">
        Next
      </button>
      <p data-part="beside">
        {step === 0 && 'Waiting'}
        {step > 0 && <b>Sending</b>} {step} of three{step > 1 && ', nearly'}
      </p>
      <p data-part="alone">{step < 2 ? 'Uploading' : 'Uploaded'}</p>
      <p data-part="before">
        {step > 0 && <i>Now </i>}
        {step > 1 ? 'done' : 'under way'}
      </p>
      <ul data-part="list">
        {(step === 0 ? ['a', 'b', 'c'] : ['c', 'x', 'a']).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {step > 2 ? 'The end' : <p>More</p>}
    </main>
  )
}

const said = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-part]')].map(({ dataset, textContent }) => [
      dataset.part,
      textContent,
    ]),
  )

test.each(['replaced', 'wrapped'] as const satisfies Way[])(
  'a page whose texts are %s lives on, and shows what is true',
  async (way) => {
    const screen = await show(<Texts />)
    translatePage(way)
    const o = way === 'replaced' ? 'o' : ''
    const next = page.getByRole('button', { name: 'Next' })
    await next.click()
    await expect.poll(said).toEqual({
      beside: `Sending${o} 1 of${o} three${o}`,
      alone: `Uploading${o}`,
      before: `Now${o} under${o} way${o}`,
      list: `c${o}x${o}a${o}`,
    })
    await next.click()
    await expect.poll(said).toEqual({
      beside: `Sending${o} 2 of${o} three${o}, nearly${o}`,
      alone: `Uploaded${o}`,
      before: `Now${o} done${o}`,
      list: `c${o}x${o}a${o}`,
    })
    await next.click()
    await expect.element(page.getByText(`The${o} end${o}`)).toBeVisible()
    await screen.unmount()
    expect(document.querySelector('main')).toBeNull()
  },
)

test('what is not inside of an element is not removed, and does not stop the page', () => {
  const [parent, child] = [document.createElement('p'), document.createElement('b')]
  expect(parent.removeChild(child)).toBe(child)
  expect(parent.insertBefore(child, document.createElement('i'))).toBe(child)
  expect(parent.innerHTML).toBe('<b></b>')
  expect(parent.removeChild(child)).toBe(child)
  expect(parent.innerHTML).toBe('')
})
