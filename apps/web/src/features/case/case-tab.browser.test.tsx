import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { givenCase } from '../../../test/given-case.ts'
import { show } from '../../../test/show.tsx'
import { Route as Root } from '../../routes/__root.tsx'
import { Route as Viewer } from '../../routes/_signed-in/_page/3dviewer.$viewerId.organization.$orgId.patient.$patientId.$name.tsx'
import { Route as Details } from '../../routes/_signed-in/_page/patient-details.$id.tsx'
import { Route as Workflow } from '../../routes/_signed-in/_page/patient-workflow.$id.tsx'
import { Route as Request } from '../../routes/_signed-in/_page/requests.$id.tsx'

/** The tab of a page that has loaded this; its address says something else. */
async function tabOf(page: { options: { staticData?: unknown } }, loaderData: unknown): Promise<string> {
  const root = createRootRoute({ component: Root.options.component })
  const { staticData } = page.options as { staticData: object }
  const route = createRoute({
    getParentRoute: () => root,
    path: '/cases/$name',
    staticData,
    loader: () => loaderData,
    component: () => <h1>Page</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/cases/Ada%20Byron'] }),
  })
  const screen = await show(<RouterProvider router={router as never} />)
  await expect.element(screen.getByText('Page')).toBeVisible()
  await screen.unmount()
  return document.title
}

const patient = givenCase()

test.each([
  ['Patient details', Details, { patient }],
  ['Workflow', Workflow, { patient }],
  ['3D viewer', Viewer, { patient }],
  ['Request details', Request, { customer_request: { patient } }],
])(
  'the tab of %s begins with the number of the loaded case, else its code, never a name (screens/tabs)',
  async (title, page, loaded) => {
    expect(await tabOf(page as never, loaded)).toBe(`C-7 · ${title} · Archwire`)
    patient.case_number_text = 'HO 9447'
    expect(await tabOf(page as never, loaded)).toBe(`HO 9447 · ${title} · Archwire`)
    patient.case_number_text = ''
    expect(await tabOf(page as never, undefined)).toBe(`${title} · Archwire`)
  },
)
