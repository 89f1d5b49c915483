export { takeBackNotes } from './take-back.ts'
