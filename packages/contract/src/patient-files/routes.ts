import { z } from 'zod'
import { IdParams, idText, Message } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { del, get, post, put } from '../core/route.ts'
import { addsFiles, deletesFiles, recordsRequestWork, seesCases } from '../required-permissions.ts'
import {
  PatientFile,
  PatientFileEdit,
  PrintingFile,
  StoreUploadedFile,
  UploadLink,
  uploadKeys,
  uploadRate,
} from './schema.ts'
import { fileSearch, printingFileSearch } from './search.ts'

const sha = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export const patientFiles = {
  list: get('/patient_files', {
    shows: ['case'],
    summary: 'Files of the cases within my reach, the newest first',
    rules: ['organizations/tenant', 'people/own-cases'],
    needs: seesCases,
    ...listOf({ key: 'patient_files', row: PatientFile, search: fileSearch }),
  }),
  printing: get('/patient_files/printing', {
    shows: ['case'],
    summary: 'Files that the lab prints from now, those that ship first at the beginning',
    rules: ['requests/printing-files', 'calls/pages'],
    needs: recordsRequestWork,
    ...listOf({ key: 'patient_files', row: PrintingFile, search: printingFileSearch }),
  }),
  images: get('/patients/{id}/images', {
    shows: ['case@params.id'],
    summary: 'The photos of a case, from the face to the teeth',
    rules: ['scans/photo-views'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ images: z.array(PatientFile) }),
  }),
  uploadLink: get('/patient_files/upload_link', {
    shows: [],
    summary: 'Get an upload link for a file of a case',
    rules: ['scans/three-steps', 'scans/who-adds', 'scans/limits'],
    needs: addsFiles,
    query: z.strictObject({
      ...uploadKeys,
      /** The case that the file is for. */
      patient_id: idText(),
    }),
    returns: UploadLink,
    rate: uploadRate,
    example: { query: { name: 'upper.stl', size: 84, sha256: sha, patient_id: 1 } },
  }),
  storeUploadedFile: post('/patient_files/store_uploaded_file', {
    changes: ['case'],
    summary: 'Register an uploaded file',
    rules: ['scans/three-steps', 'scans/content', 'scans/names', 'cases/setup'],
    needs: addsFiles,
    body: StoreUploadedFile,
    returns: z.strictObject({ patient_file: PatientFile, message: z.string() }),
    rate: uploadRate,
    example: {
      body: {
        file_path: 'unknown-upload-00000000',
        patient_id: 1,
        patient_file_type_id: 2,
        jaws_id: 1,
        name: 'upper.stl',
      },
      refused: 422,
    },
  }),
  update: put('/patient_files/{id}', {
    changes: ['case'],
    summary: 'Set the view and caption of a photo',
    rules: ['scans/photo-views'],
    needs: addsFiles,
    params: IdParams,
    body: PatientFileEdit,
    returns: z.strictObject({ patient_file: PatientFile, message: z.string() }),
    // The example's file is a scan.
    example: { body: { caption: 'Before bonding' }, refused: 409 },
  }),
  remove: del('/patient_files/{id}', {
    changes: ['case'],
    summary: 'Delete a file of a case',
    rules: ['scans/who-deletes'],
    needs: deletesFiles,
    params: IdParams,
    returns: Message,
  }),
  downloadLink: get('/patient_files/{id}/download_link', {
    shows: [],
    summary: 'A link to the file as it was uploaded, valid for five minutes',
    rules: ['scans/bytes-out'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ url: z.string() }),
  }),
}
