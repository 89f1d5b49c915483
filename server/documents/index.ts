export { listMissingKinds } from './missing.ts'
export { sweepOrphans } from './sweep.ts'
export { takeBackFiles } from './take-back.ts'
