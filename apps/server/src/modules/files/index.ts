export { addFile } from './commands/add.ts'
export { sealFormFiles } from './commands/seal.ts'
export { fileJson, presentFile, type FileRow } from './present.ts'
export { createUpload, isOpenUpload, registerFiles, sealUploads, type NewFile } from './uploads.ts'
