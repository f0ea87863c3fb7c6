export { addFile, sealFormFiles, sealNewFile } from './commands/add.ts'
export { nameOnCase } from './names.ts'
export { fileJson, presentFile, type FileRow } from './present.ts'
export { createUpload, isOpenUpload, purposeOf, registerFiles, sealUploads, type NewFile } from './uploads.ts'
