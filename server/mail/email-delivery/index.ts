export { deliverDue, startDelivery } from './connections/deliver.ts'
export { listLayouts, presentLayout, renderEmail } from './queries/layouts.ts'
export {
  clearExpiredLinks,
  clearLinkTexts,
  linkTexts,
  openLinkText,
  sealLinkText,
} from './commands/link-text.ts'
export {
  textOfHtml,
  queuedEntries,
  queueEmails,
  queueOne,
  recordEmail,
  type NewEmail,
} from './commands/queue.ts'
export { markFormLink } from './rules/form-links.ts'
export { fillLayout, type Layout } from './rules/layout-source.ts'
export { suppressedAmong } from './queries/suppression.ts'
