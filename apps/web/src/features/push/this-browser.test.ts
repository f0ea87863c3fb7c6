import { afterEach, expect, it, vi } from 'vitest'
import { keepOn, nameOfBrowser } from './this-browser.ts'

/** What a person recognizes a browser by (`notices/push`). */
it.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['curl', 'A browser on an unknown system'],
])('%s', (agent, name) => {
  expect(nameOfBrowser(agent)).toBe(name)
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['another person turned them on', '7', 1],
  ['the same person did', '8', 0],
  ['nobody did', null, 0],
])('signing in ends the notices of this browser where %s', async (_, whose, ended) => {
  const unsubscribe = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration }, userAgent: '' })
  const setItem = vi.fn<() => void>()
  vi.stubGlobal('localStorage', { getItem: () => whose, setItem, removeItem: setItem })
  await keepOn(8)
  expect(unsubscribe).toHaveBeenCalledTimes(ended)
  // Who turned them on has them again after signing in here.
  expect(setItem).not.toHaveBeenCalled()
})
