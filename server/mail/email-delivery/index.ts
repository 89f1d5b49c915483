export { suppressedAmong } from './suppression.ts'
