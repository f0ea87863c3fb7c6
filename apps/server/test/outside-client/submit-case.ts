import { createHash } from 'node:crypto'
import createClient from 'openapi-fetch'
import type { paths } from '../../../../.cache/outside-client/api.ts'

interface Order {
  origin: string
  email: string
  password: string
  scan: Uint8Array<ArrayBuffer>
}

/** Takes what a call answered, or ends with the words that it was refused with. */
function answered<T>({ data, error }: { data?: T; error?: { error: unknown; code: number } }): T {
  if (data === undefined) throw new Error(`${error?.code} ${JSON.stringify(error?.error)}`)
  return data
}

/**
 * A program outside: knows nothing of the portal but its OpenAPI document. Signs in, sends a scan, submits a case with it and
 * reads the patient's case that this made; `refused` is what an empty form is answered with.
 */
export async function submitCase({ origin, email, password, scan }: Order) {
  const api = createClient<paths>({ baseUrl: origin })
  const { token, user } = answered(await api.POST('/api/v1/login', { body: { email, password } }))
  api.use({ onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`) })
  const id = String(user.organizations[0]!.id)

  const { metadata } = answered(
    await api.GET('/api/v1/organizations/{id}/rx_form_preference', { params: { path: { id } } }),
  )
  const { members } = answered(await api.GET('/api/v1/organizations/{id}/list_members', { params: { path: { id } } }))
  const link = answered(
    await api.GET('/api/v1/organizations/{id}/rx_forms/upload_link', {
      params: {
        path: { id },
        query: { name: 'upper.stl', size: scan.length, sha256: createHash('sha256').update(scan).digest('hex') },
      },
    }),
  )
  const sent = await fetch(new URL(link.url!, origin), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: scan,
  })
  if (!sent.ok) throw new Error(`The scan did not arrive: ${sent.status}`)

  const submitted = answered(
    await api.POST('/api/v1/organizations/{id}/rx_forms', {
      params: { path: { id }, header: { 'idempotency-key': 'a-program-outside-1' } },
      body: {
        first_name: 'Olive',
        last_name: 'Outside',
        user_id: members.find(({ is_doctor }) => is_doctor)!.id,
        impression_date: metadata.today,
        impression_type: 4,
        scan_submission_type: 1,
        scanner_type: 1,
        products_list: 16,
        stl_files: [{ file_path: link.file_path, name: 'upper.stl', jaws_id: 1 }],
      },
    }),
  )
  const { patient } = answered(
    await api.GET('/api/v1/patients/{id}', { params: { path: { id: String(submitted.rx_form.patient_id) } } }),
  )
  const empty = await api.POST('/api/v1/organizations/{id}/rx_forms', {
    params: { path: { id } },
    // @ts-expect-error -- the types know what a form needs
    body: {},
  })
  return { patient, refused: empty.error }
}
