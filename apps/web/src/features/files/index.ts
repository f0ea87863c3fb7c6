export { useCaseUploads } from './register-uploads.ts'
export { useFilesKept } from './use-files-kept.ts'
export { useArrivalsTold } from './tell-arrived.ts'
export { FileDrop } from './file-drop.tsx'
export { FilePart, FileParts } from './file-parts.tsx'
export { downloadFile } from './download-file.ts'
export { DeleteFile } from './delete-file.tsx'
export { correctedScan, hasEnding, iosFiles, photos, reports, scans, setupScans, stlScans } from './upload-kinds.ts'
export {
  arrivedIn,
  failedIn,
  type KeptFile,
  type LostFile,
  lostIn,
  notArrivedIn,
  readArrived,
  readLost,
} from './kept-files.ts'
export { lookAtContent } from './upload-refusal.ts'
export {
  busyIn,
  isUsable,
  pendingIn,
  uploadedOf,
  useQueuePart,
  useUploads,
  withoutArch,
  withoutNote,
} from './read-queue.ts'
export { UploadQueue, type Upload, type Uploaded } from './upload-queue.ts'
