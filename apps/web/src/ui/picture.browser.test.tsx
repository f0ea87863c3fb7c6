import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { Picture } from './picture.tsx'

/** A picture of one pixel. The number makes each link another one. */
const good = (link: number) => `data:image/gif;charset=link${link};base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACADs=`
const expired = (link: number) => `data:image/gif;charset=link${link},expired`

/** A page whose case is read from a server, which gives a new link with each read. Returns how often it was read. */
async function showCase(linkOf: (read: number) => string): Promise<{ reads: number; close: () => Promise<void> }> {
  const server = { reads: 0 }
  function Case() {
    const { data } = useQuery({
      queryKey: ['case'],
      meta: { shows: ['case@params.id'] },
      queryFn: async () => linkOf((server.reads += 1)),
    })
    return data ? <Picture src={data} alt="Smile" instead={<span>Cannot be shown here</span>} /> : null
  }
  const screen = await show(<Case />)
  return Object.assign(server, { close: () => screen.unmount() })
}

const picture = page.getByRole('img', { name: 'Smile' })
const isDrawn = () => (picture.elements()[0] as HTMLImageElement | undefined)?.naturalWidth === 1

test('a picture whose link has expired is shown under a new one', async () => {
  const server = await showCase((read) => (read === 1 ? expired(1) : good(read)))
  await expect.poll(isDrawn).toBe(true)
  expect(server.reads).toBe(2)
  await server.close()
})

test('a picture that cannot be drawn is not asked for again and again', async () => {
  const server = await showCase(expired)
  await expect.poll(() => server.reads).toBe(2)
  await expect.element(page.getByText('Cannot be shown here')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(server.reads).toBe(2)
  await server.close()
})
