/**
 * Limits on how often calls of other modules can be made. They aren’t in `auth/index.ts`, which sends emails: those
 * need the students, whose calls are limited. The same goes for `hasConfirmed`.
 */
export { hasConfirmed } from './confirmation.ts'
export {
  countCalls,
  limitEmailEvents,
  limitFormFiles,
  limitForms,
  limitReveals,
  limitSignOns,
  limitTokens,
} from './throttle.ts'
