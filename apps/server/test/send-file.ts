import { createHash } from 'node:crypto'
import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes, type PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { expect } from 'vitest'
import type { TestApp, TestUser } from './app.ts'

/** What one calls a file, and what is in it. */
export interface NamedBytes {
  name: string
  bytes: Uint8Array
}

const purposes = { ios: 'scan', stl: 'scan', photo: 'photo', analysis_report: 'report' } as const

/** What a link is asked for with. */
export const saidOf = ({ name, bytes }: NamedBytes) => ({
  name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** Puts the bytes where a link says, in as many parts as it says. Returns what the upload is registered by. */
export async function putBytes(test: TestApp, link: UploadLink, bytes: Uint8Array): Promise<string> {
  const urls = link.url === null ? link.part_urls : [link.url]
  const size = link.part_size ?? bytes.length
  for (const [part, url] of urls.entries()) {
    const put = await test.app.fastify.inject({
      method: 'PUT',
      url,
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.from(bytes.subarray(part * size, (part + 1) * size)),
    })
    expect(put.statusCode).toBe(200)
  }
  return link.file_path
}

/** Sends a file to a case as its page does: link, bytes, registration. Returns what registering said. */
export async function sendFile(
  test: TestApp,
  who: TestUser,
  patient_id: number,
  { as, ...file }: NamedBytes & { as: PatientFileType },
) {
  const { body } = await test
    .as(who)
    .call(patientFiles.uploadLink, { query: { ...saidOf(file), patient_id, purpose: purposes[as] } })
  return test.as(who).call(patientFiles.storeUploadedFile, {
    body: {
      file_path: await putBytes(test, body, file.bytes),
      patient_id,
      patient_file_type_id: patientFileTypes[as].id,
      jaws_id: as === 'stl' ? 1 : null,
      name: file.name,
    },
  })
}
